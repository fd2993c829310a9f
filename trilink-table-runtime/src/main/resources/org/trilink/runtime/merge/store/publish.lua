-- Publishes how far a subtask is. KEYS: progress. ARGV: subtask, writer, bound, whether idle ('1').
if redis.call('HGET', KEYS[1], 'writer' .. ARGV[1]) == ARGV[2] then
  redis.call('HSET', KEYS[1], 'bound' .. ARGV[1], ARGV[3], 'idle' .. ARGV[1], ARGV[4])
end
return 1
