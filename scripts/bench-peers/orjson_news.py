#!/usr/bin/env python3
"""The job of news-full.json as a Python script on orjson, written to be fast.

    orjson_news.py EXPORT FOLDER

Writes FOLDER/articleData.ndjson and FOLDER/rejects.ndjson. The whole export is parsed at once; the file's own
order of keys is taken for key order, as every server export keeps it.
"""
import binascii
import datetime
import gc
import os
import re
import sys
import time

EPOCH = datetime.datetime(1970, 1, 1)
PUSH = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
FROM_PUSH = {push: chr(base64) for push, base64 in zip(PUSH, BASE64)}
is_push_id = re.compile(r"-[0-9A-Za-z_-]{19}").fullmatch
is_integer = re.compile(r"-?[0-9]+").fullmatch
is_index = re.compile(r"0|[1-9][0-9]*").fullmatch
EARLIEST = 1325376000000  # 2012
LATEST = int(time.time() * 1000) + 86400000


all_texts = frozenset([str]).issuperset  # of the types of some values: quicker than a loop over them
all_booleans = frozenset([bool]).issuperset


class Reject(Exception):
    def __init__(self, code, field):
        self.code, self.field = code, field


def absent(value):
    """Null, or nothing left inside once nulls and empties are left out."""
    if value is None:
        return True
    if isinstance(value, dict):
        return all(map(absent, value.values()))
    return isinstance(value, list) and all(map(absent, value))


def required(record, field):
    value = record.get(field)
    if type(value) is not str:
        raise Reject("missing" if absent(value) else "type", field)
    return value


def timestamp(millis):
    try:
        text = (EPOCH + datetime.timedelta(milliseconds=millis)).isoformat()
    except OverflowError:
        raise Reject("range", "date") from None
    return (text.rstrip("0") if "." in text else text) + "Z"


def push_time(key):
    if is_push_id(key):
        millis = int.from_bytes(binascii.a2b_base64(key[:8].translate(FROM_PUSH)), "big")
        if EARLIEST <= millis <= LATEST:
            return millis
    raise Reject("convert", "date")


def date(record, key):
    created = record.get("createdAt")
    if created is None:
        return timestamp(push_time(key))
    if type(created) is str and is_integer(created):
        created = int(created)
    return timestamp(created if type(created) in (int, float) else push_time(key))


def members(likes):
    """{uid: true} and [uid, …] are both a set of uids; so is an array whose holes made it an object."""
    if type(likes) is list:
        if all_texts(map(type, likes)):
            return list(dict.fromkeys(likes))
        likes = {str(index): item for index, item in enumerate(likes) if item is not None}
    elif type(likes) is not dict:
        raise Reject("convert", "likes")
    values = likes.values()
    if all_booleans(map(type, values)):
        return [key for key, value in likes.items() if value]
    if all_texts(map(type, values)) and all(map(is_index, likes)):
        return list(dict.fromkeys(values))
    raise Reject("convert", "likes")


def texts(value, field):
    if type(value) is dict and all(map(is_index, value)):
        value = list(value.values())
    if type(value) is not list:
        raise Reject("type", field)
    if all_texts(map(type, value)):
        return value
    value = [item for item in value if item is not None]
    if not all_texts(map(type, value)):
        raise Reject("type", field)
    return value


def commenter_ids(thread):
    found = {}
    for comment in thread.values() if type(thread) is dict else thread if type(thread) is list else ():
        if type(comment) is dict and (user := comment.get("userId")) is not None:
            if type(user) is not str:
                raise Reject("type", "commenterIDs")
            found[user] = None
    return list(found)


def document(key, record, commented, commenters):
    """The document of one article. `commenters` makes the list of ids: what costs nothing is judged first."""
    if type(record) is list:
        record = {str(index): item for index, item in enumerate(record)}
    elif type(record) is not dict:
        raise Reject("notARecord", None)
    data = {"articleUrl": required(record, "articleUrl"), "titleStr": required(record, "titleStr")}
    for field in ("genreName", "sourceName", "summary"):
        value = record.get(field)
        if type(value) is str:
            data[field] = value
        elif not absent(value):
            raise Reject("type", field)
    data["date"] = date(record, key)
    likes = record.get("likes")
    data["likes"] = likes = [] if likes is None else members(likes)
    data["clipSumNumber"] = len(likes)
    tags = [tag for tag in (data.get("genreName"), data.get("sourceName")) if tag]
    if tags:
        data["tags"] = ",".join(tags)
    related = record.get("relatedArticleIDs")
    data["relatedArticleIDs"] = [] if related is None else texts(related, "relatedArticleIDs")
    data["isCommented"] = commented
    data["commenterIDs"] = commenters()
    return {"path": "articleData/" + key, "id": key, "data": data}


def reject(key, record, error):
    return {"source": "/ArticleData/" + key, "code": error.code, "field": error.field, "value": record}


def main():
    import orjson

    gc.disable()  # millions of objects and no cycles: the collector would only walk them again and again
    with open(sys.argv[1], "rb") as file:
        export = orjson.loads(file.read())
    comments = export.get("Comments") or {}
    dumps, newline = orjson.dumps, orjson.OPT_APPEND_NEWLINE
    os.makedirs(sys.argv[2], exist_ok=True)
    with open(f"{sys.argv[2]}/articleData.ndjson", "wb", buffering=1 << 20) as out, \
            open(f"{sys.argv[2]}/rejects.ndjson", "wb") as rejects:
        for key, record in (export.get("ArticleData") or {}).items():
            if record is None or record == {} or record == []:
                continue
            thread = comments.get(key)
            try:
                row = document(key, record, not absent(thread), lambda: commenter_ids(thread))
                out.write(dumps(row, option=newline))
            except Reject as error:
                rejects.write(dumps(reject(key, record, error), option=newline))
    os._exit(0)  # everything is written and closed; freeing the tree object by object would only take time


if __name__ == "__main__":
    main()
