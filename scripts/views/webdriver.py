"""A browser under WebDriver (W3C), with chromedriver's own commands for the protocol of the developer tools."""
import http.client
import json
import os
import socket
import subprocess
import tempfile
import time

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb")


class Browser:
    """One session; as a context it ends with the browser and the driver."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.log = tempfile.TemporaryFile()
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=self.log, stderr=self.log, env=os.environ | {"LC_ALL": "C.UTF-8"})
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.session = None
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            if self.session:
                self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()

    def begin(self):
        deadline = time.monotonic() + 20
        while True:
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                pass
            if time.monotonic() > deadline or self.driver.poll() is not None:
                self.log.seek(0)
                raise RuntimeError("chromedriver does not start: " + self.log.read().decode("utf-8", "replace")[-500:])
            time.sleep(0.05)
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "unhandledPromptBehavior": "accept", "goog:chromeOptions": {"args": list(ARGUMENTS)},
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"}}}})
        self.session = "/session/" + answer["sessionId"]

    def call(self, method, path, body=None):
        try:
            self.connection.request(method, path, json.dumps(body).encode() if body is not None else None)
            answer = json.loads(self.connection.getresponse().read())["value"]
        except BaseException:
            self.connection.close()
            raise
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer['message'][:500]}")
        return answer

    def post(self, command, **body):
        return self.call("POST", f"{self.session}/{command}", body)

    def navigate(self, url):
        self.post("url", url=url)

    def execute(self, script, *arguments):
        return self.post("execute/sync", script=script, args=list(arguments))

    def devtools(self, command, **parameters):
        return self.post("goog/cdp/execute", cmd=command, params=parameters)

    def entries(self, kind):
        """What came into a log (`browser`, `performance`) since it was read last."""
        return self.post("se/log", type=kind)

    def press(self, key, times=1):
        """Keys by their code points in WebDriver: "\\ue004" is Tab, "\\ue007" Enter."""
        strokes = [{"type": kind, "value": key} for _ in range(times) for kind in ("keyDown", "keyUp")]
        self.post("actions", actions=[{"type": "key", "id": "keyboard", "actions": strokes}])
