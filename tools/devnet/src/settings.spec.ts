import { readSettings, SettingsError } from './settings.js';

describe('readSettings', () => {
  it('has defaults', () => {
    expect(readSettings([], {})).toEqual({
      host: '127.0.0.1',
      tcpPort: 50_001,
      wsPort: 50_003,
      data: undefined,
      relayFee: 1_000n,
    });
  });

  it('takes flags before the environment', () => {
    const environment = {
      DEVNET_HOST: '::1',
      DEVNET_TCP_PORT: '1',
      DEVNET_WS_PORT: '2',
      DEVNET_DATA: '/a',
    };
    expect(readSettings([], environment)).toEqual({
      host: '::1',
      tcpPort: 1,
      wsPort: 2,
      data: '/a',
      relayFee: 1_000n,
    });
    expect(readSettings(['--ws-port', '0', '--data=/b'], environment)).toMatchObject({
      tcpPort: 1,
      wsPort: 0,
      data: '/b',
    });
  });

  it.each([['--ws-port', '65536'], ['--tcp-port', 'x'], ['--rules', '2026-05'], ['--nonsense'], ['more']])(
    'refuses %s %s',
    (...args) => {
      expect(() => readSettings(args, {})).toThrow(SettingsError);
    },
  );
});
