-- Says what a subtask has staged at its end, and seals the run if it is the last.
-- KEYS: run, progress. ARGV: subtask, writer, staged area.
if redis.call('HGET', KEYS[2], 'writer' .. ARGV[1]) ~= ARGV[2]
    or redis.call('HEXISTS', KEYS[1], 'sealed') == 1 then
  return 0
end
redis.call('HSET', KEYS[2], 'staged' .. ARGV[1], ARGV[3])
local areas = {}
for subtask = 0, tonumber(redis.call('HGET', KEYS[1], 'parallelism')) - 1 do
  local area = redis.call('HGET', KEYS[2], 'staged' .. subtask)
  if not area then
    return 0
  end
  areas[#areas + 1] = area
end
redis.call('HSET', KEYS[1], 'sealed', table.concat(areas, ','))
return 1
