import { createChainReader, createElectrumPool } from '../../../src/electrum/index.js';

/** Talks for a while to the servers whose URLs are its arguments, of which the last is valid; ends with 0 if it lives. */
const urls = process.argv.slice(2);
const pool = await createElectrumPool({ urls, timeoutMs: 500, reconnectMs: 10, suspendedMs: 50 });
const reader = createChainReader(pool);
reader.subscribeTip(() => undefined);
reader.subscribeScript(Uint8Array.of(0x51), () => undefined);
for (let round = 0; round < 6; round += 1) {
  await reader.tip();
  await reader.history(Uint8Array.of(0x51));
  await new Promise((resolve) => setTimeout(resolve, 50));
}
console.log(JSON.stringify(pool.status().map(({ usable, lastError }) => ({ usable, lastError }))));
await pool.close();
