import { createCipheriv, createDecipheriv, createHash, randomInt } from 'node:crypto';
import { ServiceError } from '../shared/service-error.js';

const PREFIX = 'evt_';
const CIPHER = 'aes-128-ecb';
/** The last four bytes of a block that was encrypted here. */
const MARK = 0x57656972;
const FORM = /^evt_[A-Za-z0-9_-]{22}$/;
const MAX_NONCE = 2 ** 32 - 1;

/**
 * Encodes positions in the log as the ids that clients see. A bare position would show how many events they may not see;
 * encrypted as one cipher block it shows nothing, and is the same on every replica and after every restart.
 *
 * @param secret shared by all replicas; with another one clients' cursors no longer decode
 */
export const createEventIds = (secret: string) => {
  const key = createHash('sha256').update(`weir:event-ids:${secret}`).digest().subarray(0, 16);
  const encode = (position: number, nonce: number): string => {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(BigInt(position), 0);
    block.writeUInt32BE(nonce, 8);
    block.writeUInt32BE(MARK, 12);
    const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
    return `${PREFIX}${Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')}`;
  };
  return {
    /** The id of an event: always the same. */
    of: (position: number): string => encode(position, 0),
    /** A cursor for a place between events: different each time, so that it does not show whether anything happened. */
    mark: (position: number): string => encode(position, randomInt(1, MAX_NONCE)),
    /** @throws ServiceError INVALID_CURSOR */
    read(id: string): number {
      if (FORM.test(id)) {
        const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
        const given = Buffer.from(id.slice(PREFIX.length), 'base64url');
        const block = Buffer.concat([decipher.update(given), decipher.final()]);
        if (block.readUInt32BE(12) === MARK) return Number(block.readBigUInt64BE(0));
      }
      throw new ServiceError('INVALID_CURSOR', 'The event id is not valid: use the id of an event of this service');
    },
  };
};

export type EventIds = ReturnType<typeof createEventIds>;
