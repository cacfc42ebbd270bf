/**
 * Reads a part of the ranking, all of one version.
 * KEYS board, teams, rank; sets of divisions share their hash tag. ARGV 1: etag of the part that the caller
 * has, or ""; 2: "1" for the challenges too; 3: division as ":Name", or ""; 4: field of the own team, or "";
 * 5: place of the first team, or "own"; 6: how many teams, or places above and below the own one; 7: how many
 * of the best teams besides.
 * Returns nothing when Redis lacks the board or a part of its ranking; else meta, own row or "", then "same"
 * or [challenges or "", teams in the set, rows, rows of the best]. Rows are `FoundRow` of rows.ts.
 */
export const READ = `
  local meta, challenges = unpack(redis.call('HMGET', KEYS[1], 'meta', 'challenges'))
  if not meta or not challenges then return false end
  local version = cjson.decode(meta)
  if redis.call('ZCARD', KEYS[3]) ~= version.teams then return false end
  local whole = true

  local function place(set, member)
    return redis.call('ZRANK', set, member) or -1
  end
  local function row(field, weight, rank)
    local text = redis.call('HGET', KEYS[2], field)
    if not text then
      whole = false
      return ''
    end
    local member = string.sub(text, 1, 27)
    local division = -1
    if string.sub(text, 28, 28) == '=' then
      local stop = string.find(text, '\\0', 29, true)
      division = place(KEYS[3] .. ':' .. string.sub(text, 29, stop - 1), member)
    end
    weight = weight or redis.call('ZSCORE', KEYS[3], member)
    rank = rank or place(KEYS[3], member)
    if not weight then
      whole = false
      return ''
    end
    return { text, weight, rank, division }
  end
  local set = KEYS[3] .. ARGV[3]
  local function rows(from, to)
    local found = {}
    if to < from then return found end
    local listed = redis.call('ZRANGE', set, from, to, 'WITHSCORES')
    for i = 1, #listed, 2 do
      local rank = nil
      if ARGV[3] == '' then rank = from + #found end
      found[#found + 1] = row(string.sub(listed[i], 18), listed[i + 1], rank)
    end
    return found
  end

  local own = ''
  if ARGV[4] ~= '' and redis.call('HEXISTS', KEYS[2], ARGV[4]) == 1 then own = row(ARGV[4]) end
  if ARGV[1] ~= '' and version.etag == ARGV[1] then
    if not whole then return false end
    return { meta, own, 'same' }
  end
  local from, to
  if ARGV[5] == 'own' then
    from, to = 0, -1
    if own ~= '' then
      from = math.max(own[3] - tonumber(ARGV[6]), 0)
      to = own[3] + tonumber(ARGV[6])
    end
  else
    from = tonumber(ARGV[5])
    to = from + tonumber(ARGV[6]) - 1
  end
  local part = {
    ARGV[2] == '1' and challenges or '',
    redis.call('ZCARD', set),
    rows(from, to),
    rows(0, tonumber(ARGV[7]) - 1)
  }
  if not whole then return false end
  return { meta, own, part }
`
