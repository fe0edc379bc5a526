import { binToHex, hashTransaction, hexToBin, type CashAddressNetworkPrefix } from '@bitauth/libauth';
import { isSameAddress, WeirError } from '@weir/client';
import type { Connection, CreateConnector, ShowCode } from '../connector.types.js';
import { deriveKeys, type HdKey, inputPathsOf } from './hd-keys.js';
import type { PathXpub } from './messages.js';
import type { SessionKeys } from './pairing-code.js';
import type { SessionOptions, WizardSession } from './session.js';
import { openSession } from './session.js';

/** What the browser keeps of a session. */
interface Kept extends SessionKeys {
  readonly walletKey: string;
  readonly paths: readonly PathXpub[];
  /** How many of its transactions had change: each gets the next change address. */
  readonly changes: number;
}

const isHex = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]+$/.test(value);
const isKept = (value: unknown): value is Kept => {
  const { privateKey, secret, walletKey, paths, changes } = Object(value) as Partial<Record<string, unknown>>;
  const isSession = isHex(privateKey) && isHex(secret) && isHex(walletKey);
  return isSession && Array.isArray(paths) && Number.isInteger(changes);
};

const randomHex = (length: number): string => binToHex(crypto.getRandomValues(new Uint8Array(length)));

/** WizardConnect: wallets with many addresses, by an encrypted session over a Nostr relay. */
export const createConnector: CreateConnector = ({ settings, addressPrefix }, changed) => {
  const prefix = addressPrefix as `${CashAddressNetworkPrefix}`;

  /** @throws Error where the wallet's keys cannot be read */
  const connectionOf = (session: WizardSession, kept: Kept): Connection => {
    const keys = deriveKeys(kept.paths, prefix);
    const addresses = keys.map(({ address }) => address);
    let { changes } = kept;
    /** Undefined where the wallet has no path for change. */
    const changeKey = (): HdKey | undefined => {
      const own = keys.filter(({ path }) => path === 'change');
      return own[changes % own.length];
    };
    const connection: Connection = {
      addresses,
      kept,
      wallet: {
        getAddresses: () => Promise.resolve(addresses),
        ...(changeKey() !== undefined && { getChangeAddress: () => Promise.resolve(changeKey()?.address ?? '') }),
        getPublicKey: (address) => {
          const key = keys.find((one) => isSameAddress(one.address, address));
          return key === undefined
            ? Promise.reject(new Error(`${address} is not one of its addresses`))
            : Promise.resolve(key.publicKey);
        },
        async signTransaction(transaction, signer) {
          const signed = await session.sign({ transaction, inputPaths: inputPathsOf(transaction, keys, signer) });
          const change = changeKey();
          if (change !== undefined && signed.includes(change.lockingBytecode)) {
            changes += 1;
            changed({ ...connection, kept: { ...kept, changes } });
          }
          return { signedTransaction: signed, signedTransactionHash: hashTransaction(hexToBin(signed)) };
        },
      },
      disconnect() {
        session.end();
        return Promise.resolve();
      },
    };
    return connection;
  };

  let open: WizardSession | undefined;
  const start = (keys: SessionKeys, rest: Pick<SessionOptions, 'walletKey' | 'onReady'>): WizardSession => {
    const { wizardConnectRelayUrl: relayUrl } = settings;
    if (relayUrl === null) throw new WeirError('WALLET_FAILED', 'This site has no relay for WizardConnect');
    open?.end();
    const session = openSession({
      keys,
      relayUrl,
      ...rest,
      onLeft() {
        session.end();
        changed(undefined);
      },
    });
    open = session;
    return session;
  };

  return {
    connect: (show: ShowCode) =>
      new Promise((resolve, reject) => {
        const keys: SessionKeys = { privateKey: randomHex(32), secret: randomHex(8) };
        const session = start(keys, {
          onReady(walletKey, paths) {
            try {
              resolve(connectionOf(session, { ...keys, walletKey, paths, changes: 0 }));
            } catch (cause) {
              session.end();
              reject(new WeirError('WALLET_ANSWER_UNUSABLE', cause instanceof Error ? cause.message : '', { cause }));
            }
          },
        });
        show(session.pairing.link, session.pairing.code);
      }),
    restore(kept) {
      if (!isKept(kept)) return Promise.resolve(undefined);
      // The wallet need not be there now: it signs when it is.
      const session = start(kept, { walletKey: kept.walletKey, onReady: () => undefined });
      return Promise.resolve(connectionOf(session, kept));
    },
  };
};
