import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of a uuid, and of the proof behind it in a link. */
const ID_BYTES = 16;
const PROOF_BYTES = 16;

/** What a link in a mail does. */
export type MailLinkPurpose = 'confirm' | 'unsubscribe';

/** The subscription that a link is of, and what it does. */
export interface MailLink {
  readonly purpose: MailLinkPurpose;
  /** uuid. */
  readonly id: string;
}

/** Hosts that deliver to the mailboxes of another one. */
const SAME_HOSTS: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

const LETTERS: Readonly<Record<MailLinkPurpose, string>> = { confirm: 'c', unsubscribe: 'u' };

const toUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');

/**
 * Makes and reads what is secret about mails: e-mail addresses at rest, their digests, and the links in mails. All of it depends on one
 * secret that the database does not hold, so that who reads the database learns no e-mail address and cannot confirm one.
 */
export const createMailboxes = (secret: string) => {
  const keyOf = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `weir mail ${use}`, KEY_BYTES));
  const sealing = keyOf('address');
  const digesting = keyOf('digest');
  const proving = keyOf('link');
  const proofOf = (letter: string, id: Buffer): Buffer =>
    createHmac('sha256', proving).update(letter).update(id).digest().subarray(0, PROOF_BYTES);
  return {
    /** Encrypts an e-mail address for one subscription. @param id of it */
    seal(mailbox: string, id: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(id));
      const sealed = Buffer.concat([cipher.update(mailbox, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** @returns undefined for what was encrypted with another secret, or for another subscription */
    open(sealed: string, id: string): string | undefined {
      try {
        const bytes = Buffer.from(sealed, 'base64url');
        const decipher = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(id));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        return undefined;
      }
    },
    /**
     * The digest by which mails to one mailbox are counted: spellings that most servers deliver to the same have one. Upper case,
     * dots before the @, what follows a plus, and the other name of a host make no difference, for any host.
     */
    digestOf(mailbox: string): string {
      const [local = '', host = ''] = mailbox.toLowerCase().split('@');
      const spelled = `${local.replace(/\+.*$/u, '').replaceAll('.', '')}@${SAME_HOSTS[host] ?? host}`;
      return createHmac('sha256', digesting).update(spelled).digest('hex');
    },
    /** The secret part of a link: it says by itself which subscription it is of. */
    linkTo({ purpose, id }: MailLink): string {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
      const letter = LETTERS[purpose];
      return `${letter}${Buffer.concat([bytes, proofOf(letter, bytes)]).toString('base64url')}`;
    },
    /** @returns undefined for what was not made here */
    readLink(text: string): MailLink | undefined {
      const purpose = (Object.keys(LETTERS) as MailLinkPurpose[]).find((each) => text.startsWith(LETTERS[each]));
      const bytes = Buffer.from(text.slice(1), 'base64url');
      if (purpose === undefined || bytes.length !== ID_BYTES + PROOF_BYTES) return undefined;
      const id = bytes.subarray(0, ID_BYTES);
      const isOurs = timingSafeEqual(bytes.subarray(ID_BYTES), proofOf(LETTERS[purpose], id));
      return isOurs ? { purpose, id: toUuid(id) } : undefined;
    },
  };
};

export type Mailboxes = ReturnType<typeof createMailboxes>;

/** Shows its owner which e-mail address it is, and others little: `a…@e….org`. */
export const hintOf = (mailbox: string): string => {
  const [local = '', host = ''] = mailbox.split('@');
  return `${local.slice(0, 1)}…@${host.slice(0, 1)}…${host.slice(host.lastIndexOf('.'))}`;
};
