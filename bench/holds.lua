-- wrk's side of the hold bench: every request is another buyer, from another address, for the next of the ticket types.
-- Arguments: the path, then the ticket types.

local path, skus, number = nil, {}, 0

function init(args)
  path = args[1]
  for i = 2, #args do skus[#skus + 1] = args[i] end
  math.randomseed(os.time() * 1000 + tonumber(tostring({}):sub(-6), 16) % 1000)
  run = math.random(0, 0xffffff)
end

function request()
  number = number + 1
  wrk.headers["X-Device-ID"] = string.format("%08x-%04x-4000-8000-%06x%06x", number, number % 65536, run, number % 0x1000000)
  wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", math.floor(number / 65536) % 256, math.floor(number / 256) % 256, number % 256)
  local body = '{"items":[{"sku":"' .. skus[number % #skus + 1] .. '","quantity":1}]}'
  return wrk.format("POST", path, nil, body)
end
