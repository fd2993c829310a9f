-- Adds a chunk. KEYS: run, fences, versions.
-- ARGV: prefix of keys, job, writer, epoch, index, checkpoint, whether changes are kept ('1'), then
-- for each bucket: its number, the version that was read, the next one, how many accumulators; and
-- for each of those: window, key, accumulator.
-- Returns 1 if it was added, 0 if it need not be, -1 if a bucket has changed, -2 if the run is
-- another job's.
local prefix, writer, keepsChanges = ARGV[1], ARGV[3], ARGV[7] == '1'
local epoch, index, checkpoint = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if redis.call('HGET', KEYS[1], 'job') ~= ARGV[2] then
  return -2
end
if redis.call('HEXISTS', KEYS[1], 'sealed') == 1 then
  return 0
end
local fence = redis.call('HGET', KEYS[2], writer)
if fence then
  local lastEpoch, lastIndex = string.match(fence, '^(%d+):(%d+)$')
  lastEpoch, lastIndex = tonumber(lastEpoch), tonumber(lastIndex)
  if epoch < lastEpoch or (epoch == lastEpoch and index <= lastIndex) then
    return 0
  end
end

local at = 8
while ARGV[at] do
  local version = redis.call('HGET', KEYS[3], ARGV[at]) or '0'
  if version ~= ARGV[at + 1] then
    return -1
  end
  at = at + 4 + 3 * tonumber(ARGV[at + 3])
end

at = 8
while ARGV[at] do
  local bucket, version, size = ARGV[at], ARGV[at + 2], tonumber(ARGV[at + 3])
  redis.call('HSET', KEYS[3], bucket, version)
  at = at + 4
  for _ = 1, size do
    local window, key = ARGV[at], ARGV[at + 1]
    redis.call('HSET', prefix .. 'values:' .. bucket .. ':' .. window, key, ARGV[at + 2])
    if keepsChanges then
      redis.call('ZADD', prefix .. 'changes:' .. bucket, version, key)
    else
      redis.call('ZADD', prefix .. 'windows:' .. bucket, window, window)
    end
    at = at + 3
  end
end
redis.call('HSET', KEYS[2], writer, ARGV[4] .. ':' .. ARGV[5])
if checkpoint > tonumber(redis.call('HGET', KEYS[1], 'applied') or '-1') then
  redis.call('HSET', KEYS[1], 'applied', ARGV[6])
end
return 1
