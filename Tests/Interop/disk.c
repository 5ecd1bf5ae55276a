// Notes what a program does to some files, for `disk.py`: to be loaded with LD_PRELOAD.
//
// Each note is written before what it tells of has happened, the end of a sync after it. So a
// note's place in the log is a moment at which the power may be lost.
//
// Environment: DISK_LOG, the file of the notes; DISK_FILES, what the paths begin with.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE, TRUNCATE, SYNC_BEGIN, SYNC_END, UNLINK };

struct note {
    uint32_t kind, thread;
    uint64_t offset, length, name_length;
};

static int log_file(void)
{
    static int file;
    if (!file) file = open(getenv("DISK_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    return file;
}

static void note_path(int kind, const char *path, uint64_t offset, const void *bytes, size_t length)
{
    const char *prefix = getenv("DISK_FILES");
    if (!prefix || strncmp(path, prefix, strlen(prefix))) return;
    struct note note = {
        kind, (uint32_t)syscall(SYS_gettid), offset, bytes ? length : 0, strlen(path),
    };
    struct iovec parts[] = {
        {&note, sizeof note}, {(void *)path, note.name_length}, {(void *)bytes, note.length},
    };
    // One call, as several threads write.
    size_t size = sizeof note + note.name_length + note.length;
    if (writev(log_file(), parts, 3) != (ssize_t)size) abort();
}

static void note_file(int kind, int file, uint64_t offset, const void *bytes, size_t length)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return;
    path[size] = 0;
    note_path(kind, path, offset, bytes, length);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset)
{
    note_file(WRITE, file, (uint64_t)offset, bytes, length);
    return REAL(pwrite64)(file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset)
{
    return pwrite64(file, bytes, length, offset);
}

int ftruncate64(int file, off64_t length)
{
    note_file(TRUNCATE, file, (uint64_t)length, NULL, 0);
    return REAL(ftruncate64)(file, length);
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

static int synced(int (*sync)(int), int file)
{
    note_file(SYNC_BEGIN, file, 0, NULL, 0);
    int status = sync(file);
    if (status == 0) note_file(SYNC_END, file, 0, NULL, 0);
    return status;
}

int fsync(int file) { return synced(REAL(fsync), file); }

int fdatasync(int file) { return synced(REAL(fdatasync), file); }

int unlink(const char *path)
{
    note_path(UNLINK, path, 0, NULL, 0);
    return REAL(unlink)(path);
}
