// Drives the npm package gbxremote: node FOLDER_WITH_NODE_MODULES, PORT and PASSWORD as arguments; prints JSON.
const [folder, port, password] = process.argv.slice(2);
const { createRequire } = require("module");
const gbxremote = createRequire(folder + "/")("gbxremote");
const client = gbxremote.createClient(Number(port), "127.0.0.1");
const callbacks = [];
let enough;
const both = new Promise((resolve) => (enough = resolve));
client.on("callback", (name, args) => {
  callbacks.push([name, args]);
  if (callbacks.length === 2) enough();
});
const refused = (method, args) => client.query(method, args).then(() => "", (error) => error.faultString);

client.on("connect", async () => {
  const denied = await refused("Authenticate", ["User", "wrong"]);
  await client.query("Authenticate", ["User", password]);
  await client.query("EnableCallbacks", [true]);
  await refused("TriggerModeScriptEventArray", ["XmlRpc.EnableCallbacks", ["true"]]); // TMF has none
  const version = await client.query("GetVersion", []);
  const players = await client.query("GetPlayerList", [300, 0]);
  const fault = await refused("NoSuchMethod", []);
  await client.query("Echo", ["é & <ü>", "two"]);
  await both;
  console.log(JSON.stringify({ denied, version, players, fault, callbacks }));
  process.exit(0);
});
