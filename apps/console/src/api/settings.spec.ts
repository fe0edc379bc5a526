import { settingsOf } from './settings.js';

describe('the settings of a host', () => {
  it('have defaults', () =>
    expect(settingsOf({})).toEqual({
      apiUrl: '',
      docsUrl: '/docs',
      devKitUrl: null,
      walletConnectProjectId: null,
      walletConnectRelayUrl: null,
      wizardConnectRelayUrl: null,
      transactionUrl: null,
      sourceUrl: null,
      guideUrl: null,
      price: null,
    }));

  it('may have a price of the last hour', () => {
    const at = Math.floor(Date.now() / 1_000) - 60;
    const price = { currency: 'USD', perBch: 512.34, at };
    expect(settingsOf({ price }).price).toEqual(price);
    for (const other of [
      { ...price, at: at - 3_600 },
      { ...price, perBch: 0 },
      { ...price, currency: 7 },
      {},
      'x',
      null,
    ])
      expect(settingsOf({ price: other }).price).toBeNull();
  });

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

  it('accept a guide on the same host or by http(s)', () => {
    for (const guideUrl of ['/guide/', 'https://guide.example/'])
      expect(settingsOf({ guideUrl }).guideUrl).toBe(guideUrl);
    for (const guideUrl of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', 7])
      expect(settingsOf({ guideUrl }).guideUrl).toBeNull();
  });

  it('lead to the documents of the API at any address', () => {
    expect(settingsOf({ apiUrl: 'https://api.example/' }).docsUrl).toBe('https://api.example/docs');
    expect(settingsOf({ apiUrl: 'javascript:alert(1)//' }).docsUrl).toBe('/docs');
  });

  it('lose a trailing slash', () =>
    expect(settingsOf({ apiUrl: 'https://api.example/', devKitUrl: 'http://127.0.0.1:3003/dev/' })).toMatchObject({
      apiUrl: 'https://api.example',
      devKitUrl: 'http://127.0.0.1:3003/dev',
    }));
});
