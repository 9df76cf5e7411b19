# The job of news-nojoin.json:  jq -c -f news.jq EXPORT > articleData.ndjson
# A record that breaks a rule is left out; saying why is more than a filter can do on the way.

"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" as $push
| (reduce ($push | explode | to_entries[]) as {$key, $value} ([]; .[$value] = $key)) as $digit
| 1325376000000 as $earliest
| (now * 1000 + 86400000) as $latest

| def text: if type == "string" then . else error("type") end;
  def text_or_absent: if type == "string" or . == null then . else error("type") end;

  def push_time:
    if test("^-[0-9A-Za-z_-]{19}$") then
      reduce (.[:8] | explode[]) as $code (0; . * 64 + $digit[$code])
      | if $earliest <= . and . <= $latest then . else error("convert") end
    else error("convert") end;

  def millis:
    if type == "number" then . elif type == "string" and test("^-?[0-9]+$") then tonumber else null end;

  def timestamp:
    (. / 1000 | floor) as $seconds
    | (. - $seconds * 1000) as $rest
    | $seconds | todate
    | if $rest == 0 then .
      else .[:-1] + "." + ("00\($rest)" | .[-3:] | until(endswith("0") | not; .[:-1])) + "Z" end;

  def distinct:  # in the order of first occurrence; unique would sort
    if (unique | length) == length then . else reduce .[] as $item ({seen: {}, list: []};
      if .seen[$item] then . else .seen[$item] = true | .list += [$item] end) | .list end;

  def members:
    if . == null then []
    elif type == "array" then
      if ([.[] | strings] | length) == length then distinct
      elif all(.[]; . == null or type == "boolean") then [to_entries[] | select(.value) | .key | tostring]
      else error("convert") end
    elif type == "object" then
      if all(.[]; type == "boolean") then [to_entries[] | select(.value) | .key]
      elif all(.[]; type == "string") and all(keys_unsorted[]; test("^(0|[1-9][0-9]*)$")) then [.[]] | distinct
      else error("convert") end
    else error("convert") end;

  def texts: if . == null then [] else map(values | text) end;

  .ArticleData | keys_unsorted[] as $id | .[$id]
  | try (
      (.likes | members) as $likes
      | ([.genreName, .sourceName | text_or_absent | select(. != null and . != "")] | join(",")) as $tags
      | {path: "articleData/\($id)", id: $id, data: (
          {articleUrl: (.articleUrl | text), titleStr: (.titleStr | text)}
          + (if .genreName then {genreName} else {} end)
          + (if .sourceName then {sourceName} else {} end)
          + (if .summary | text_or_absent then {summary} else {} end)
          + {date: ((.createdAt | millis) // ($id | push_time) | timestamp), likes: $likes, clipSumNumber: ($likes | length)}
          + (if $tags != "" then {tags: $tags} else {} end)
          + {relatedArticleIDs: (.relatedArticleIDs | texts)}
        )}
    ) catch empty
