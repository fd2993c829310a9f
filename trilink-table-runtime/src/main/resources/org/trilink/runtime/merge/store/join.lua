-- A subtask enters a run. KEYS: run, progress.
-- ARGV: job, restored job or '', restored checkpoint, subtask, parallelism, writer.
-- Returns 'ok', or what is in the way: 'missing', 'ahead CHECKPOINT', 'taken JOB'.
local job, parent, checkpoint = ARGV[1], ARGV[2], ARGV[3]
local subtask, parallelism, writer = ARGV[4], ARGV[5], ARGV[6]
local current = redis.call('HGET', KEYS[1], 'job')
local applied = redis.call('HGET', KEYS[1], 'applied')
if not current then
  if parent ~= '' then
    return 'missing'
  end
  redis.call('HSET', KEYS[1], 'job', job, 'parallelism', parallelism)
else
  local again = current == job
  local goesOn = parent ~= '' and current == parent
  -- another job started from the same savepoint, and has added nothing since; not the job that
  -- has taken the savepoint: that one may be an attempt that was given up
  local inPlaceOf = parent ~= '' and parent ~= job
    and redis.call('HGET', KEYS[1], 'parent') == parent
    and redis.call('HGET', KEYS[1], 'parent-checkpoint') == checkpoint
  if not (again or goesOn or inPlaceOf) then
    return 'taken ' .. current
  end
  if applied and tonumber(applied) > tonumber(checkpoint) then
    return 'ahead ' .. applied
  end
  if not again then
    redis.call('HSET', KEYS[1], 'job', job, 'parent', parent, 'parent-checkpoint', checkpoint)
  end
  if not again or redis.call('HGET', KEYS[1], 'parallelism') ~= parallelism then
    redis.call('HSET', KEYS[1], 'parallelism', parallelism)
    redis.call('HDEL', KEYS[1], 'sealed')
    redis.call('DEL', KEYS[2])
  end
end
redis.call('HDEL', KEYS[2], 'published' .. subtask, 'ended' .. subtask, 'staged' .. subtask)
redis.call('HSET', KEYS[2], 'writer' .. subtask, writer)
return 'ok'
