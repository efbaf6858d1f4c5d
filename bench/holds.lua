-- wrk's side of the hold bench: every request is another buyer, from another address, with the next of the bodies.
-- Arguments: the path, then the bodies.

local path, bodies, number = nil, {}, 0
local any_buyer = "00000000-0000-0000-0000-000000000000"

-- A body, or what is before and after the buyer's id in it.
local function split(body)
  local at = body:find(any_buyer, 1, true)
  if not at then return { body } end
  return { body:sub(1, at - 1), body:sub(at + #any_buyer) }
end

function init(args)
  path = args[1]
  for i = 2, #args do bodies[#bodies + 1] = split(args[i]) end
  math.randomseed(os.time() * 1000 + tonumber(tostring({}):sub(-6), 16) % 1000)
  run = math.random(0, 0xffffff)
end

function request()
  number = number + 1
  local buyer = string.format("%08x-%04x-4000-8000-%06x%06x", number, number % 65536, run, number % 0x1000000)
  wrk.headers["X-Device-ID"] = buyer
  wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", math.floor(number / 65536) % 256, math.floor(number / 256) % 256, number % 256)
  local body = bodies[number % #bodies + 1]
  return wrk.format("POST", path, nil, body[2] and body[1] .. buyer .. body[2] or body[1])
end
