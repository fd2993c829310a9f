-- Publishes how far a subtask is. KEYS: run, progress.
-- ARGV: subtask, writer, number of what it publishes, bound, whether idle ('1').
-- Returns how far all are: the least bound of those that are not idle, or the greatest if all are.
-- It never goes back.
local NONE, END = '-9223372036854775808', '9223372036854775807'
local ofAll = redis.call('HGET', KEYS[2], 'bound') or NONE
if redis.call('HGET', KEYS[2], 'writer' .. ARGV[1]) ~= ARGV[2]
    or tonumber(redis.call('HGET', KEYS[2], 'published' .. ARGV[1]) or '0') >= tonumber(ARGV[3]) then
  return ofAll
end
redis.call('HSET', KEYS[2], 'published' .. ARGV[1], ARGV[3],
  'bound' .. ARGV[1], ARGV[4], 'idle' .. ARGV[1], ARGV[5])

-- bounds are compared as numbers, exact for times, and returned as they were published
local least, greatest
for subtask = 0, tonumber(redis.call('HGET', KEYS[1], 'parallelism')) - 1 do
  local bound = redis.call('HGET', KEYS[2], 'bound' .. subtask)
  if not bound then
    return ofAll
  end
  local idle = redis.call('HGET', KEYS[2], 'idle' .. subtask) == '1'
  if (not idle or bound == END) and (not least or tonumber(bound) < tonumber(least)) then
    least = bound
  end
  if not greatest or tonumber(bound) > tonumber(greatest) then
    greatest = bound
  end
end
least = least or greatest
if least and tonumber(least) > tonumber(ofAll) then
  redis.call('HSET', KEYS[2], 'bound', least)
  return least
end
return ofAll
