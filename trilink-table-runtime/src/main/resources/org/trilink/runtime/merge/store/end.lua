-- Says that a subtask's input has ended. KEYS: progress. ARGV: subtask, writer.
if redis.call('HGET', KEYS[1], 'writer' .. ARGV[1]) == ARGV[2] then
  redis.call('HSET', KEYS[1], 'ended' .. ARGV[1], '1')
end
return 1
