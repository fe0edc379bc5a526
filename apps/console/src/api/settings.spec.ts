import { settingsOf } from './settings.js';

describe('the settings of a host', () => {
  it('have defaults', () =>
    expect(settingsOf({})).toEqual({
      apiUrl: '',
      devKitUrl: null,
      walletConnectProjectId: null,
      walletConnectRelayUrl: null,
      wizardConnectRelayUrl: null,
      transactionUrl: null,
      sourceUrl: null,
    }));

  it('accept http(s) URLs only', () => {
    expect(settingsOf({ transactionUrl: 'javascript:alert(1)//{hash}' }).transactionUrl).toBeNull();
    expect(settingsOf({ transactionUrl: 'https://explorer.example/tx/{hash}' }).transactionUrl).toBe(
      'https://explorer.example/tx/{hash}',
    );
  });

  it('accept relays by WebSocket only', () =>
    expect(
      settingsOf({ walletConnectRelayUrl: 'https://a.example', wizardConnectRelayUrl: 'wss://b.example' }),
    ).toMatchObject({
      walletConnectRelayUrl: null,
      wizardConnectRelayUrl: 'wss://b.example',
    }));

  it('lose a trailing slash', () =>
    expect(settingsOf({ apiUrl: 'https://api.example/', devKitUrl: 'http://127.0.0.1:3003/dev/' })).toMatchObject({
      apiUrl: 'https://api.example',
      devKitUrl: 'http://127.0.0.1:3003/dev',
    }));
});
