-- The requests of each workload, for wrk. Arguments: protocol, workload, path of the interface, and a file with one
-- line for each session: names and values of its headers between tabs.
--
-- Requests are built from ready strings: what this script costs, the measured server does not get.

local WIDTH = 100000

local prefix
-- The headers of each session. Finds are sent by all of them, everything else by the first.
local sessions = {}

local function get(path, session)
  return "GET " .. prefix .. path .. " HTTP/1.1\r\n" .. sessions[session or 1] .. "\r\n"
end

local function send(method, path, body)
  return method .. " " .. prefix .. path .. " HTTP/1.1\r\n" .. sessions[1]
    .. "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

local function encode(text)
  return (text:gsub("[^%w]", function(char) return string.format("%%%02X", char:byte()) end))
end

-- One of a thousand ready requests, one for each category.
local function by_category(path_of)
  local ready = {}
  for category = 1000, 1999 do
    ready[#ready + 1] = get(path_of("category" .. category), category % #sessions + 1)
  end
  return function() return ready[math.random(#ready)] end
end

local function some_row(kind) return kind .. math.random(WIDTH, 2 * WIDTH - 1) end
local function some_author() return "auth" .. math.random(WIDTH, WIDTH + 999) end

local parse = {}

function parse.fetch()
  return function() return get("/classes/BenchItem/" .. some_row("item")) end
end

function parse.find()
  return by_category(function(category)
    local where = '{"category":"' .. category .. '","score":{"$gte":200,"$lt":800}}'
    return "/classes/BenchItem?where=" .. encode(where) .. "&order=-publishedAt&limit=20&include=author"
  end)
end

local function create_in(class)
  local start = '{"title":"An entry that somebody has just written","draft":false,'
    .. '"ACL":{"*":{"read":true},"role:Members":{"read":true,"write":true}},'
    .. '"publishedAt":{"__type":"Date","iso":"2024-05-06T07:08:09.010Z"},"category":"category'
  return function()
    return send("POST", "/classes/" .. class, start .. math.random(1000, 1999)
      .. '","score":' .. math.random(0, 999)
      .. ',"author":{"__type":"Pointer","className":"BenchAuthor","objectId":"' .. some_author() .. '"}}')
  end
end

function parse.create() return create_in("BenchEntry") end
function parse.create_live() return create_in("BenchLive") end

function parse.increment()
  local body = '{"score":{"__op":"Increment","amount":1}}'
  return function() return send("PUT", "/classes/BenchCounter/" .. some_row("coun"), body) end
end

local pocketbase = {}

function pocketbase.fetch()
  return function() return get("/collections/BenchItem/records/" .. some_row("item")) end
end

-- Parse's find does not count what there is, so neither does this one.
function pocketbase.find()
  return by_category(function(category)
    local filter = "category='" .. category .. "' && score>=200 && score<800"
    return "/collections/BenchItem/records?filter=" .. encode(filter)
      .. "&sort=-publishedAt&perPage=20&skipTotal=1&expand=author"
  end)
end

function pocketbase.create()
  local start = '{"title":"An entry that somebody has just written","draft":false,"public":true,"role":"rolemembers0001",'
    .. '"publishedAt":"2024-05-06 07:08:09.010Z","category":"category'
  return function()
    return send("POST", "/collections/BenchEntry/records", start .. math.random(1000, 1999)
      .. '","score":' .. math.random(0, 999) .. ',"author":"' .. some_author() .. '"}')
  end
end

function pocketbase.increment()
  return function() return send("PATCH", "/collections/BenchCounter/records/" .. some_row("coun"), '{"score+":1}') end
end

local protocols = { parse = parse, pocketbase = pocketbase }

function init(args)
  math.randomseed(os.time())
  prefix = args[3]
  for line in io.lines(args[4]) do
    local headers = "Host: " .. wrk.host .. ":" .. wrk.port .. "\r\n"
    for name, value in line:gmatch("([^\t]+)\t([^\t]+)") do
      headers = headers .. name .. ": " .. value .. "\r\n"
    end
    sessions[#sessions + 1] = headers
  end
  request = protocols[args[1]][args[2]]()
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"seconds":%.6f,"p50_ms":%.3f,"p99_ms":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
