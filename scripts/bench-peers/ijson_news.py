#!/usr/bin/env python3
"""The job of news-full.json as a streaming Python script: ijson reads, orjson writes.

    ijson_news.py EXPORT FOLDER

The comments stand after the articles, so the export is read twice: once for who commented on what, all that a
document needs, and once for the articles, one at a time. Memory holds the former only.
"""
import os
import sys

import ijson
import orjson

from orjson_news import Reject, absent, commenter_ids, document, reject

NUMBERS = {"use_float": True, "buf_size": 1 << 20}


def commenters(thread):
    try:
        return commenter_ids(thread)
    except Reject as error:
        return error


def read_commenters(file):
    """Article key → the ids, or the fault in them that is to reject the article, of every thread that is there."""
    threads = ijson.kvitems(file, "Comments", **NUMBERS)
    return {key: commenters(thread) for key, thread in threads if not absent(thread)}


def main():
    os.makedirs(sys.argv[2], exist_ok=True)
    dumps, newline = orjson.dumps, orjson.OPT_APPEND_NEWLINE
    with open(sys.argv[1], "rb") as export, \
            open(f"{sys.argv[2]}/articleData.ndjson", "wb", buffering=1 << 20) as out, \
            open(f"{sys.argv[2]}/rejects.ndjson", "wb") as rejects:
        comments = read_commenters(export)

        def joined():
            found = comments.get(key, [])
            if isinstance(found, Reject):
                raise found
            return found

        export.seek(0)
        for key, record in ijson.kvitems(export, "ArticleData", **NUMBERS):
            if record is None or record == {} or record == []:
                continue
            try:
                row = document(key, record, key in comments, joined)
                out.write(dumps(row, option=newline))
            except Reject as error:
                rejects.write(dumps(reject(key, record, error), option=newline))


if __name__ == "__main__":
    main()
