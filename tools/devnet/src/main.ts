import { readSettings, SettingsError, type Settings } from './settings.js';
import { startDevnet } from './start-devnet.js';

const settings = ((): Settings => {
  try {
    return readSettings(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
})();

const devnet = await startDevnet(settings);
console.log(JSON.stringify({ electrum: devnet.url }));
console.log(JSON.stringify({ electrum: `tcp://${settings.host}:${devnet.tcpPort}` }));

const stop = (): void => {
  // A second signal ends the process at once.
  process.removeListener('SIGTERM', stop);
  process.removeListener('SIGINT', stop);
  void devnet.stop();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
