import fc from 'fast-check';
import { BCH_ASSET } from '../contract/asset.js';
import {
  decodeAirdropAnnouncement,
  encodeAirdropAnnouncement,
  type AirdropAnnouncement,
} from './airdrop-announcement.js';
import { createAirdropNonce } from './airdrop-parameters.js';

const seconds = fc.bigInt(500_000_000n, 2_000_000_000n);
const common = {
  creator: fc.uint8Array({ minLength: 20, maxLength: 20 }),
  nonce: fc.uint8Array({ minLength: 12, maxLength: 12 }).map(createAirdropNonce),
  start: seconds,
  end: seconds.map((time) => time + 2_000_000_000n),
  sponsored: fc.boolean(),
  cancelable: fc.boolean(),
  lanes: fc.integer({ min: 0, max: 8 }).map((power) => 2 ** power),
};
const assets = fc.oneof(
  fc.constant(BCH_ASSET),
  fc.record({
    type: fc.constant('FUNGIBLE_TOKEN' as const),
    category: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  }),
);
const whitelists = fc
  .record({
    kind: fc.constant('WHITELIST' as const),
    ...common,
    depth: fc.integer({ min: 1, max: 20 }),
    rows: fc.constant(1),
    total: fc.bigInt(546n, 2_100_000_000_000_000n),
  })
  .map((parameters) => ({ ...parameters, rows: parameters.lanes }))
  .map((parameters) => ({
    ...parameters,
    total: parameters.total < 546n * BigInt(parameters.rows) ? 546n * BigInt(parameters.rows) : parameters.total,
  }));
const publics = fc
  .record({
    kind: fc.constant('PUBLIC' as const),
    ...common,
    amount: fc.bigInt(546n, 1_000_000_000n),
    limit: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
    claims: fc.integer({ min: 1, max: 1_000 }),
  })
  .map((parameters) => ({ ...parameters, claims: parameters.claims * parameters.lanes }));
const announcements: fc.Arbitrary<AirdropAnnouncement> = fc.record({
  parameters: fc.oneof(whitelists, publics),
  asset: assets,
});

describe('an announcement of an airdrop', () => {
  it('reads as it was written, within what nodes relay', () => {
    fc.assert(
      fc.property(announcements, (announcement) => {
        const encoded = encodeAirdropAnnouncement(announcement);
        expect(encoded.length).toBeLessThanOrEqual(103);
        expect(decodeAirdropAnnouncement(encoded)).toEqual(announcement);
      }),
    );
  });

  it('is none when a byte is missing or added, or its head differs', () => {
    fc.assert(
      fc.property(announcements, (announcement) => {
        const encoded = encodeAirdropAnnouncement(announcement);
        expect(decodeAirdropAnnouncement(encoded.slice(0, -1))).toBeUndefined();
        expect(decodeAirdropAnnouncement(Uint8Array.of(...encoded, 0))).toBeUndefined();
        for (let index = 0; index < 8; index += 1)
          expect(
            decodeAirdropAnnouncement(encoded.map((byte, i) => (i === index ? byte ^ 0x10 : byte))),
          ).toBeUndefined();
      }),
    );
  });

  it('is none when it announces what no contract may be', () => {
    fc.assert(
      fc.property(announcements, (announcement) => {
        const { parameters } = announcement;
        const broken = { ...announcement, parameters: { ...parameters, start: parameters.end } };
        expect(decodeAirdropAnnouncement(encodeAirdropAnnouncement(broken))).toBeUndefined();
      }),
    );
  });

  it('is refused with unknown flags', () => {
    fc.assert(
      fc.property(announcements, (announcement) => {
        const encoded = encodeAirdropAnnouncement(announcement);
        expect(
          decodeAirdropAnnouncement(encoded.map((byte, i) => (i === 9 + 44 ? byte | 0x80 : byte))),
        ).toBeUndefined();
      }),
    );
  });
});
