import type { WcTransaction } from '@weir/client';

/** The only protocol there is between pages and wallets, by its name. */
export const PROTOCOL = 'hdwalletv1';

/** A branch of a wallet's keys: `receive`, `change` or `defi`. */
export interface PathXpub {
  readonly name: string;
  /** Extended public key (BIP32). */
  readonly xpub: string;
}

/** Input, name of a path, index of the key on it. */
export type InputPath = readonly [input: number, path: string, index: number];

/** What a wallet is asked to sign. */
export interface SignRequest {
  readonly transaction: WcTransaction;
  /** The inputs that it signs, and by which keys. */
  readonly inputPaths: readonly InputPath[];
}

/** What a wallet says of itself each time that it connects. */
export interface WalletReady {
  readonly action: 'wallet_ready';
  readonly time: number;
  readonly paths: readonly PathXpub[];
  /** Its public key, hex. */
  readonly publicKey: string;
  /** The secret of the pairing code. */
  readonly secret: string;
  /** Whether it has heard of this page since it connected. */
  readonly isPageKnown: boolean;
  readonly readsChunks: boolean;
}

export type WalletMessage =
  | WalletReady
  | {
      readonly action: 'sign_transaction_response';
      readonly sequence: number;
      readonly signed: string;
      readonly error: string | undefined;
    }
  | { readonly action: 'disconnect'; readonly time: number };

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => Object(value) as Fields;

const isPath = (value: unknown): value is PathXpub => {
  const { name, xpub } = fieldsOf(value);
  return typeof name === 'string' && typeof xpub === 'string';
};

const readReady = ({
  time,
  session,
  public_key,
  secret,
  dapp_discovered,
  extensions,
}: Fields): WalletReady | undefined => {
  const { paths } = fieldsOf(fieldsOf(session)[PROTOCOL]);
  if (!Array.isArray(paths) || typeof public_key !== 'string' || typeof secret !== 'string') return undefined;
  return {
    action: 'wallet_ready',
    time: Number(time),
    paths: paths.filter(isPath).map(({ name, xpub }) => ({ name, xpub })),
    publicKey: public_key,
    secret,
    isPageKnown: dapp_discovered === true,
    readsChunks: fieldsOf(extensions)['chunk'] !== undefined,
  };
};

/** Reads a wallet's message; undefined where it does not matter here. */
export const readMessage = (value: unknown): WalletMessage | undefined => {
  const fields = fieldsOf(value);
  const { action, sequence, signedTransaction, error, time } = fields;
  if (action === 'wallet_ready') return readReady(fields);
  if (action === 'disconnect') return { action, time: Number(time) };
  if (action !== 'sign_transaction_response' || typeof sequence !== 'number') return undefined;
  return {
    action,
    sequence,
    signed: typeof signedTransaction === 'string' ? signedTransaction : '',
    error: typeof error === 'string' && error !== '' ? error : undefined,
  };
};
