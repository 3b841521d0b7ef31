-- One reading function, called by many testers as fast as it answers, for wrk. Arguments: `with` or `without` a request
-- id, the path, the body, the application id, then the sessions.
--
-- A call has the same length with and without an id: the header is there under another name, so that what is compared
-- is what the server does about ids.

local names = { with = "X-Parse-Request-Id: ", without = "X-Bench-Request-Id: " }
local starts, number, run = {}, 0, nil

function init(args)
  run = string.format("%x%x", os.time(), math.random(0x10000, 0xfffff))
  math.randomseed(os.time())
  for at = 5, #args do
    starts[#starts + 1] = "POST " .. args[2] .. " HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port
      .. "\r\nX-Parse-Application-Id: " .. args[4] .. "\r\nX-Parse-Session-Token: " .. args[at]
      .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #args[3] .. "\r\n" .. names[args[1]]
  end
  local body = args[3]
  request = function()
    number = number + 1
    return starts[number % #starts + 1] .. run .. number .. "\r\n\r\n" .. body
  end
end

function done(summary)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"seconds":%.6f,"failed":%d}\n', summary.requests, summary.duration / 1e6,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
