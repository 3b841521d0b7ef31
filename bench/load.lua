-- The requests of each workload, for wrk. Arguments: workload, mount path, application id, session token.
--
-- Requests are built from ready strings: what this script costs, the measured server does not get.

local WIDTH = 100000

local prefix, headers

local function get(path)
  return "GET " .. prefix .. path .. " HTTP/1.1\r\n" .. headers .. "\r\n"
end

local function send(method, path, body)
  return method .. " " .. prefix .. path .. " HTTP/1.1\r\n" .. headers
    .. "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

local function encode(text)
  return (text:gsub("[^%w]", function(char) return string.format("%%%02X", char:byte()) end))
end

local workloads = {}

function workloads.fetch()
  return function() return get("/classes/BenchItem/item" .. math.random(WIDTH, 2 * WIDTH - 1)) end
end

function workloads.find()
  local ready = {}
  for category = 1000, 1999 do
    local where = '{"category":"category' .. category .. '","score":{"$gte":200,"$lt":800}}'
    ready[#ready + 1] = get("/classes/BenchItem?where=" .. encode(where) .. "&order=-publishedAt&limit=20&include=author")
  end
  return function() return ready[math.random(#ready)] end
end

function workloads.create()
  local start = '{"title":"An entry that somebody has just written","draft":false,'
    .. '"ACL":{"*":{"read":true},"role:Members":{"read":true,"write":true}},'
    .. '"publishedAt":{"__type":"Date","iso":"2024-05-06T07:08:09.010Z"},"category":"category'
  return function()
    return send("POST", "/classes/BenchEntry", start .. math.random(1000, 1999)
      .. '","score":' .. math.random(0, 999)
      .. ',"author":{"__type":"Pointer","className":"BenchAuthor","objectId":"auth' .. math.random(WIDTH, WIDTH + 999) .. '"}}')
  end
end

function workloads.increment()
  local body = '{"score":{"__op":"Increment","amount":1}}'
  return function() return send("PUT", "/classes/BenchCounter/coun" .. math.random(WIDTH, 2 * WIDTH - 1), body) end
end

function init(args)
  math.randomseed(os.time())
  prefix = args[2]
  headers = "Host: " .. wrk.host .. ":" .. wrk.port
    .. "\r\nX-Parse-Application-Id: " .. args[3]
    .. "\r\nX-Parse-Session-Token: " .. args[4] .. "\r\n"
  request = workloads[args[1]]()
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"seconds":%.6f,"p50_ms":%.3f,"p99_ms":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
