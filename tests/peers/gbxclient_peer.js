// Drives the npm package @evotm/gbxclient: FOLDER_WITH_NODE_MODULES, PORT and PASSWORD as arguments; prints JSON.
const [folder, port, password] = process.argv.slice(2);
const { createRequire } = require("module");
const { GbxClient } = createRequire(folder + "/")("@evotm/gbxclient");
const client = new GbxClient();
const callbacks = [];
let enough;
const both = new Promise((resolve) => (enough = resolve));
client.on("callback", (name, args) => {
  callbacks.push([name, args]);
  if (callbacks.length === 2) enough();
});
const refused = (method, ...args) => client.call(method, ...args).then(() => "", (error) => error.message);

(async () => {
  await client.connect("127.0.0.1", Number(port));
  const denied = await refused("Authenticate", "User", "wrong");
  await client.call("Authenticate", "User", password);
  await client.call("EnableCallbacks", true);
  await refused("TriggerModeScriptEventArray", "XmlRpc.EnableCallbacks", ["true"]); // TMF has none
  const version = await client.call("GetVersion");
  const players = await client.call("GetPlayerList", 300, 0);
  const fault = await refused("NoSuchMethod");
  await client.call("Echo", "é & <ü>", "two");
  await both;
  console.log(JSON.stringify({ denied, version, players, fault, callbacks }));
  process.exit(0);
})();
