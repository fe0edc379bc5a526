import { addressOf, NETWORKS } from '@weir/covenants';
import { MAX_DOMAIN_LENGTH, signInText } from './sign-in-text.js';

const hash = new Uint8Array(20);
const nonce = 'f'.repeat(32);

describe('signInText', () => {
  it('names domain, address, network, nonce and expiry', () => {
    const address = addressOf(hash, 'chipnet');
    expect(
      signInText({ domain: 'app.example', addresses: [address], network: 'chipnet', nonce, expiresAt: 1_767_225_600 }),
    ).toBe(
      `Sign in to app.example. Moves no coins.\nAddress: ${address}\nNetwork: chipnet\nNonce: ${nonce}\nExpires: 2026-01-01T00:00:00Z`,
    );
  });

  it.each(NETWORKS)('stays under 253 bytes on %s, no matter what the domain and the time', (network) => {
    const message = signInText({
      domain: 'd'.repeat(MAX_DOMAIN_LENGTH),
      addresses: [addressOf(hash, network)],
      network,
      nonce,
      expiresAt: 4_294_967_295,
    });
    expect(Buffer.byteLength(message)).toBeLessThan(253);
  });
});
