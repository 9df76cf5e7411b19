/* A preloaded library for tests on Linux: counts a program's durable calls, and makes one of them fail or be its last.

   What counts are open, close, write, pwrite, fsync, fdatasync, ftruncate, rename and unlink (and the variants of these
   names) on files and folders below one folder, numbered from 1. Everything else passes untouched.

     REPLANT_FAULTS_DIR   the folder; without it nothing counts
     REPLANT_FAULTS_LOG   a file that gets a line a call: number, name, answer, path in the folder, what was done to it
     REPLANT_FAULTS_FAST  set: fsync and fdatasync answer without waiting for the disk
     REPLANT_FAULT        [NAME:]N:ACTION: what becomes of the Nth call (that is called NAME)

     enospc eio           fails, once; close closes first, as Linux does
     enospc* eio*         this one and all later ones (called NAME) fail; but on a full disk close and unlink succeed
     short                a write writes half of its bytes, and the next one finds the disk full
     kill-before kill-after   the program dies (SIGKILL) before the call, or after it and before its answer
     power                dies before the call, and files lose what was not synced, as in a power cut. Left alone are SQLite's
                          files, whose pages may go in any order: that is SQLite's own affair
     power-names          as power, and renames are undone that no sync of their folder followed

   Real calls are raw system calls: looking up the next library's functions may itself open files. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 4096
#define MOST_RENAMES 256

enum action { NONE, FAIL, FAIL_ON, SHORT, KILL_BEFORE, KILL_AFTER, POWER, POWER_NAMES };

/* A file that the program opened for writing. */
struct file {
  dev_t device;
  ino_t number;
  off_t synced; /* what a power cut leaves of it */
  char path[PATH_MAX];
};

/* A rename that no sync of the folder has made last. */
struct renamed {
  char from[PATH_MAX], to[PATH_MAX], old[PATH_MAX]; /* old: another name for what it replaced, or empty */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static int log_file = -1, is_fast, calls, matches;
static char wanted_name[16];
static int wanted_number, fault_code, disk_is_full;
static enum action wanted;
static struct file files[MOST_FILES];
static int file_count;
static struct renamed renames[MOST_RENAMES];
static int rename_count, undo_count;

static int real_open(const char *path, int flags, mode_t mode) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static void give_up(const char *why) {
  dprintf(2, "faults: %s\n", why);
  _exit(99);
}

static void choose_action(const char *text) {
  static const struct { const char *text; enum action action; int code; } actions[] = {
    {"enospc", FAIL, ENOSPC}, {"eio", FAIL, EIO}, {"enospc*", FAIL_ON, ENOSPC}, {"eio*", FAIL_ON, EIO},
    {"short", SHORT, ENOSPC}, {"kill-before", KILL_BEFORE, 0}, {"kill-after", KILL_AFTER, 0},
    {"power", POWER, 0}, {"power-names", POWER_NAMES, 0},
  };
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    if (!strcmp(text, actions[i].text)) {
      wanted = actions[i].action;
      fault_code = actions[i].code;
      return;
    }
  give_up("REPLANT_FAULT names no action");
}

__attribute__((constructor)) static void begin(void) {
  const char *where = getenv("REPLANT_FAULTS_DIR"), *log = getenv("REPLANT_FAULTS_LOG"), *fault = getenv("REPLANT_FAULT");
  is_fast = getenv("REPLANT_FAULTS_FAST") != NULL;
  if (fault && *fault) {
    char action[16], name[16];
    int number;
    if (sscanf(fault, "%15[a-z]:%d:%15s", name, &number, action) == 3)
      strcpy(wanted_name, name);
    else if (sscanf(fault, "%d:%15s", &number, action) != 2)
      give_up("REPLANT_FAULT is not [NAME:]N:ACTION");
    wanted_number = number;
    choose_action(action);
  }
  if (log && *log && (log_file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) < 0)
    give_up("REPLANT_FAULTS_LOG cannot be opened");
  char found[PATH_MAX];
  if (where && *where) {
    if (!realpath(where, found)) give_up("REPLANT_FAULTS_DIR is not there");
    snprintf(folder, sizeof folder, "%s", found);
  }
}

/* MARK: What counts */

static int is_below(const char *path) {
  size_t length = strlen(folder);
  return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/* The absolute path of a name, whose last part need not exist. Whether it counts. */
static int resolve(int base, const char *path, char *whole) {
  char parent[PATH_MAX], found[PATH_MAX];
  if (!*folder || !path || strlen(path) >= sizeof parent) return 0;
  if (base != AT_FDCWD && *path != '/') return 0;
  strcpy(parent, path);
  char *slash = strrchr(parent, '/');
  const char *name = slash ? path + (slash - parent) + 1 : path;
  if (slash) slash[slash == parent] = 0;
  if (!realpath(slash ? parent : ".", found)) return 0;
  return snprintf(whole, PATH_MAX, "%s/%s", found, name) < PATH_MAX && is_below(whole);
}

/* The path behind a descriptor; whether it is a file or a folder that counts. */
static int path_of(int number, char *path) {
  char link[64];
  struct stat status;
  if (!*folder || syscall(SYS_fstat, number, &status) < 0) return 0;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", number);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int is_sqlite(const char *path) {
  static const char *ends[] = {"-journal", "-wal", "-shm", ".db", ".state"};
  const char *name = strrchr(path, '/');
  /* Its temporary files have names of their own; and one that is gone already cannot lose anything. */
  if (strstr(name, "etilqs_") || strstr(name, ".index") || strstr(path, " (deleted)")) return 1;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    size_t length = strlen(ends[i]), whole = strlen(name);
    if (whole > length && !strcmp(name + whole - length, ends[i])) return 1;
  }
  return 0;
}

/* MARK: What a power cut leaves */

static struct file *known(const struct stat *status) {
  for (int i = 0; i < file_count; i++)
    if (files[i].number == status->st_ino && files[i].device == status->st_dev) return &files[i];
  return NULL;
}

static void forget(const char *path) {
  struct stat status;
  struct file *file;
  if (syscall(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0 && (file = known(&status)))
    *file = files[--file_count];
}

/* What a file that is opened held before is safe: it was there when the program began. */
static void note_open(int number, const char *path, int flags) {
  struct stat status;
  if ((flags & O_ACCMODE) == O_RDONLY || is_sqlite(path)) return;
  if (syscall(SYS_fstat, number, &status) < 0 || !S_ISREG(status.st_mode)) return;
  struct file *file = known(&status);
  if (!file) {
    if (file_count == MOST_FILES) give_up("too many files");
    file = &files[file_count++];
    *file = (struct file){.device = status.st_dev, .number = status.st_ino, .synced = status.st_size};
    strcpy(file->path, path);
  }
  if (flags & O_TRUNC) file->synced = 0;
}

static void note_sync(int number, const char *path) {
  struct stat status;
  struct file *file;
  if (syscall(SYS_fstat, number, &status) < 0) return;
  if ((file = known(&status))) file->synced = status.st_size;
  if (!S_ISDIR(status.st_mode)) return;
  /* The folder's names are safe now; the newest rename comes last. */
  int kept = 0;
  size_t length = strlen(path);
  for (int i = 0; i < rename_count; i++)
    if (strrchr(renames[i].to, '/') != renames[i].to + length || strncmp(renames[i].to, path, length))
      renames[kept++] = renames[i];
  rename_count = kept;
}

static void note_rename(const char *from, const char *to, const char *old) {
  for (int i = 0; i < file_count; i++)
    if (!strcmp(files[i].path, from)) strcpy(files[i].path, to);
  if (wanted != POWER_NAMES) return;
  if (rename_count == MOST_RENAMES) give_up("too many renames");
  struct renamed *last = &renames[rename_count++];
  strcpy(last->from, from);
  strcpy(last->to, to);
  strcpy(last->old, old);
}

/* Keeps what a rename is about to replace, beside the folder. */
static void keep_replaced(const char *to, char *old) {
  *old = 0;
  if (wanted != POWER_NAMES) return;
  char name[PATH_MAX + 32];
  snprintf(name, sizeof name, "%s.undo-%d-%d", folder, (int)getpid(), undo_count++);
  if (strlen(name) < PATH_MAX && syscall(SYS_linkat, AT_FDCWD, to, AT_FDCWD, name, 0) == 0) strcpy(old, name);
}

static void cut_power(int also_names) {
  for (int i = 0; i < file_count; i++) {
    struct stat status;
    int number = real_open(files[i].path, O_WRONLY | O_CLOEXEC, 0);
    if (number < 0) continue;
    if (syscall(SYS_fstat, number, &status) == 0 && status.st_ino == files[i].number && status.st_size > files[i].synced)
      if (syscall(SYS_ftruncate, number, files[i].synced) < 0) give_up("a file cannot be cut");
  }
  for (int i = rename_count - 1; also_names && i >= 0; i--) {
    syscall(SYS_renameat2, AT_FDCWD, renames[i].to, AT_FDCWD, renames[i].from, 0);
    if (*renames[i].old) syscall(SYS_renameat2, AT_FDCWD, renames[i].old, AT_FDCWD, renames[i].to, 0);
  }
}

/* MARK: Judging a call */

static void record(const char *name, long answer, const char *path, const char *done) {
  if (log_file < 0) return;
  char line[PATH_MAX + 128];
  const char *rest = path + strlen(folder);
  int length = snprintf(line, sizeof line, "%d\t%s\t%ld\t%s\t%s\n", calls, name, answer, *rest ? rest + 1 : ".", done);
  if (syscall(SYS_write, log_file, line, (size_t)length) != length) give_up("the log cannot be written");
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Counts the call. KILL_AFTER, SHORT and FAIL are left to the caller; everything else that was wanted is done. */
static enum action judge(const char *name, const char *path) {
  calls++;
  int is_write = !strcmp(name, "write") || !strcmp(name, "pwrite");
  if (disk_is_full && is_write) {
    disk_is_full = 0;
    return FAIL;
  }
  if (wanted == NONE || (*wanted_name && strcmp(name, wanted_name))) return NONE;
  matches++;
  if (wanted == FAIL_ON && matches >= wanted_number) {
    int is_free = fault_code == ENOSPC && (!strcmp(name, "close") || !strcmp(name, "unlink"));
    return is_free && matches > wanted_number ? NONE : FAIL;
  }
  if (matches != wanted_number) return NONE;
  switch (wanted) {
  case KILL_BEFORE: record(name, 0, path, "kill-before"); die(); break;
  case POWER: record(name, 0, path, "power"); cut_power(0); die(); break;
  case POWER_NAMES: record(name, 0, path, "power-names"); cut_power(1); die(); break;
  case SHORT: disk_is_full = is_write; return is_write ? SHORT : FAIL;
  default: break;
  }
  return wanted;
}

/* The end of every call that counts: the log, and death after it. The caller's errno is the call's. */
static long end(enum action action, const char *name, long answer, const char *path) {
  int code = errno;
  record(name, action == FAIL ? -fault_code : answer < 0 ? -code : answer, path,
         action == FAIL ? "failed" : action == SHORT ? "short" : action == KILL_AFTER ? "kill-after" : "");
  if (action == KILL_AFTER) die();
  pthread_mutex_unlock(&lock);
  errno = code;
  return answer;
}

static long failed(void) {
  errno = fault_code;
  return -1;
}

/* `call` with `number` and `path` set: counted if the descriptor counts. */
#define ON_DESCRIPTOR(name, number, plain, call)                                                                       \
  char path[PATH_MAX];                                                                                                 \
  if (!path_of(number, path)) return plain;                                                                            \
  pthread_mutex_lock(&lock);                                                                                           \
  enum action action = judge(name, path);                                                                              \
  long answer = action == FAIL ? failed() : (call);

/* MARK: The calls */

ssize_t write(int number, const void *bytes, size_t count) {
  ON_DESCRIPTOR("write", number, syscall(SYS_write, number, bytes, count),
                syscall(SYS_write, number, bytes, action == SHORT ? (count + 1) / 2 : count))
  return end(action, "write", answer, path);
}

ssize_t pwrite64(int number, const void *bytes, size_t count, off_t at) {
  ON_DESCRIPTOR("pwrite", number, syscall(SYS_pwrite64, number, bytes, count, at),
                syscall(SYS_pwrite64, number, bytes, action == SHORT ? (count + 1) / 2 : count, at))
  return end(action, "pwrite", answer, path);
}
ssize_t pwrite(int number, const void *bytes, size_t count, off_t at) { return pwrite64(number, bytes, count, at); }

ssize_t writev(int number, const struct iovec *parts, int count) {
  ON_DESCRIPTOR("write", number, syscall(SYS_writev, number, parts, count),
                action == SHORT ? syscall(SYS_write, number, parts[0].iov_base, (parts[0].iov_len + 1) / 2)
                                : syscall(SYS_writev, number, parts, count))
  return end(action, "write", answer, path);
}

static int sync_by(const char *name, long system_call, int number) {
  ON_DESCRIPTOR(name, number, (int)syscall(system_call, number), is_fast ? 0 : syscall(system_call, number))
  if (answer == 0) note_sync(number, path);
  return (int)end(action, name, answer, path);
}
int fsync(int number) { return sync_by("fsync", SYS_fsync, number); }
int fdatasync(int number) { return sync_by("fdatasync", SYS_fdatasync, number); }

int ftruncate64(int number, off_t size) {
  ON_DESCRIPTOR("ftruncate", number, (int)syscall(SYS_ftruncate, number, size), syscall(SYS_ftruncate, number, size))
  return (int)end(action, "ftruncate", answer, path);
}
int ftruncate(int number, off_t size) { return ftruncate64(number, size); }

int close(int number) {
  ON_DESCRIPTOR("close", number, (int)syscall(SYS_close, number), syscall(SYS_close, number))
  if (action == FAIL) {
    syscall(SYS_close, number);
    failed();
  }
  return (int)end(action, "close", answer, path);
}

static int open_by(int base, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  if (!resolve(base, name, path)) return (int)syscall(SYS_openat, base, name, flags, mode);
  pthread_mutex_lock(&lock);
  enum action action = judge("open", path);
  long answer = action == FAIL ? failed() : syscall(SYS_openat, base, name, flags, mode);
  if (answer >= 0) note_open((int)answer, path, flags);
  return (int)end(action, "open", answer, path);
}

#define OPEN(base)                                                                                                     \
  mode_t mode = 0;                                                                                                     \
  if (flags & (O_CREAT | __O_TMPFILE)) {                                                                               \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode = va_arg(rest, mode_t);                                                                                       \
    va_end(rest);                                                                                                      \
  }                                                                                                                    \
  return open_by(base, path, flags, mode);

int open(const char *path, int flags, ...) { OPEN(AT_FDCWD) }
int open64(const char *path, int flags, ...) { OPEN(AT_FDCWD) }
int openat(int base, const char *path, int flags, ...) { OPEN(base) }
int openat64(int base, const char *path, int flags, ...) { OPEN(base) }

int renameat2(int from_base, const char *from, int to_base, const char *to, unsigned flags) {
  char source[PATH_MAX], path[PATH_MAX], old[PATH_MAX];
  if (!resolve(from_base, from, source) || !resolve(to_base, to, path))
    return (int)syscall(SYS_renameat2, from_base, from, to_base, to, flags);
  pthread_mutex_lock(&lock);
  enum action action = judge("rename", path);
  long answer = -1;
  if (action == FAIL) {
    failed();
  } else {
    keep_replaced(path, old);
    forget(path);
    if ((answer = syscall(SYS_renameat2, from_base, from, to_base, to, flags)) == 0) note_rename(source, path, old);
  }
  return (int)end(action, "rename", answer, path);
}
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int a, const char *from, int b, const char *to) { return renameat2(a, from, b, to, 0); }

int unlinkat(int base, const char *name, int flags) {
  char path[PATH_MAX];
  if ((flags & AT_REMOVEDIR) || !resolve(base, name, path)) return (int)syscall(SYS_unlinkat, base, name, flags);
  pthread_mutex_lock(&lock);
  enum action action = judge("unlink", path);
  if (action != FAIL) forget(path);
  long answer = action == FAIL ? failed() : syscall(SYS_unlinkat, base, name, flags);
  return (int)end(action, "unlink", answer, path);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
