-- Removes the windows that end by a time. ARGV: prefix of keys, time, first bucket, last bucket.
for bucket = tonumber(ARGV[3]), tonumber(ARGV[4]) do
  local windows = ARGV[1] .. 'windows:' .. bucket
  for _, window in ipairs(redis.call('ZRANGEBYSCORE', windows, '-inf', ARGV[2])) do
    redis.call('DEL', ARGV[1] .. 'values:' .. bucket .. ':' .. window)
  end
  redis.call('ZREMRANGEBYSCORE', windows, '-inf', ARGV[2])
end
return 1
