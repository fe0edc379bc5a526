import { binToHex } from '@bitauth/libauth';
import {
  buildVaultFirstDeposit,
  type ChainTip,
  createVaultContract,
  type encodeWcTransaction,
  lockingBytecodeOf,
  type UnsignedTransaction,
  type VaultContract,
  type WalletCoins,
} from '@weir/covenants';
import { type ChainNode, createNode, passTime, startDevnet } from '@weir/devnet';
import { type ChainReader, createChainReader, createElectrumPool } from '@weir/infra/electrum';
import { createWallet, type Wallet } from '@weir/wallet';
import type { reportJson, transactionJson } from '../../src/cli/show.js';
import { type Found, run } from '../../src/index.js';

/** A contract as `list --json` shows it. */
export type Listed = ReturnType<typeof reportJson>;

export interface List extends Pick<Found, 'looked' | 'withheld' | 'rejected' | 'hidden'> {
  readonly contracts: readonly Listed[];
}

interface BuiltTransaction extends Pick<ReturnType<typeof transactionJson>, 'complete' | 'fee'> {
  readonly hex?: string;
  readonly txid?: string;
  readonly wcTransaction?: ReturnType<typeof encodeWcTransaction>;
}

export interface BuiltAnswer {
  readonly transactions: readonly BuiltTransaction[];
  readonly remarks: readonly string[];
  readonly sent: readonly string[];
}

/** The names of what can be done now. */
export const possible = ({ actions }: Listed): string[] => actions.map(({ action }) => action);

/** The only one of a list. */
export const only = <T>([first, ...more]: readonly T[]): T => {
  if (first === undefined || more.length > 0)
    throw new Error(`One was expected, not ${more.length + (first === undefined ? 0 : 1)}`);
  return first;
};

/** What two signers of a vault are asked to sign, as `vault … --out` shows it. */
export interface Proposal {
  readonly fee: string;
  /** Coins a close has not. */
  readonly left: number;
  readonly requests: readonly { readonly signer: string; readonly wcTransaction: object }[];
}

/** The transaction of a proposal, signed by a signer, hex. */
export const answerOf = async (signer: Wallet, { requests }: Pick<Proposal, 'requests'>): Promise<string> => {
  const request = requests.find((each) => each.signer === signer.address);
  return (await signer.signTransaction(request?.wcTransaction)).signedTransaction;
};

/** The options of a vault's terms. @param byte of its nonce, hex */
export const termsOf = (signers: readonly Wallet[], byte: string): string =>
  [...signers.map(({ address }) => `--signer ${address}`), `--nonce ${byte.repeat(16)}`].join(' ');

export const DAY = 86_400;
export const COIN = 100_000_000n;

/** What a command line came to. */
export interface Ran {
  readonly code: number;
  readonly printed: string;
  readonly complained: string;
}

/** A chain behind a real server, wallets on it, and the tool. No API and no database is anywhere near. */
export interface Fixture {
  readonly node: ChainNode;
  readonly url: string;
  readonly chain: ChainReader;
  /** Files that commands read and wrote. */
  readonly files: Map<string, Uint8Array | string>;
  /** A wallet with mined coins of these values, satoshis. */
  wallet(...satoshis: bigint[]): Wallet;
  tip(): ChainTip;
  funds(wallet: Wallet): Promise<WalletCoins>;
  /** Has a wallet sign and send; gives the txid. */
  send(wallet: Wallet, built: UnsignedTransaction): Promise<string>;
  /** All units of a new token, a wallet's. */
  mint(wallet: Wallet, amount: bigint): string;
  /** Lets days pass, so that the median time follows. */
  passDays(days: number): void;
  balance(wallet: Wallet): Promise<bigint>;
  tokens(wallet: Wallet, category: string): Promise<bigint>;
  /** Opens a vault. @param byte of its nonce */
  openVault(
    signers: readonly [Wallet, Wallet, Wallet],
    byte: number,
    payer: Wallet,
    satoshis: bigint,
  ): Promise<VaultContract>;
  /** Has two signers answer the proposal in a file, joins their answers and sends it. @returns its txid */
  join(file: string, proposal: Pick<Proposal, 'requests'>, signers: readonly [Wallet, Wallet]): Promise<string>;
  /** Runs a command line. Asks this fixture's server, unless others are named. */
  run(line: string): Promise<Ran>;
  /** Runs a command line that fails. @returns its exit code and what it says: `2: --nonce is missing` */
  refusal(line: string): Promise<string>;
  /** Runs with `--json` and expects success. */
  ask<T>(line: string): Promise<T>;
  list(line: string): Promise<List>;
  /** The only contract of an address. */
  listed(address: string): Promise<Listed>;
  build(line: string): Promise<BuiltAnswer>;
  /** Builds a single transaction. */
  buildOne(line: string): Promise<BuiltTransaction>;
  /** Builds a single transaction of a wallet's, which signs and sends it. */
  sign(signer: Wallet, line: string): Promise<BuiltTransaction>;
  /** Builds a single transaction, which the contract pays for and nobody signs, and sends it. @returns its txid */
  sendOne(line: string): Promise<string>;
  stop(): Promise<void>;
}

const scriptOf = ({ publicKeyHash }: Wallet): string => binToHex(lockingBytecodeOf(publicKeyHash));

/** @param now the chain's clock at first, Unix seconds; by default 200 days ago */
export const startFixture = async (now = Math.floor(Date.now() / 1000) - 200 * DAY): Promise<Fixture> => {
  const node = createNode({ now });
  const devnet = await startDevnet({ node });
  const pool = await createElectrumPool({ urls: [devnet.url] });
  const chain = createChainReader(pool);
  const files = new Map<string, Uint8Array | string>();
  let wallets = 0;

  const runLine = async (line: string): Promise<Ran> => {
    let [printed, complained] = ['', ''];
    const code = await run(
      `${line} --network devnet`.split(' '),
      { ELECTRUM_URLS: devnet.url },
      {
        print: (text) => void (printed += text),
        complain: (text) => void (complained += text),
        readFile(path) {
          const file = files.get(path) ?? '';
          return Promise.resolve(typeof file === 'string' ? new TextEncoder().encode(file) : file);
        },
        writeFile: (path, text) => Promise.resolve(void files.set(path, text)),
      },
    );
    return { code, printed, complained };
  };

  const coinsOf = (wallet: Wallet) => chain.unspent(lockingBytecodeOf(wallet.publicKeyHash));
  const funds = async (wallet: Wallet): Promise<WalletCoins> => ({
    hash: wallet.publicKeyHash,
    coins: await coinsOf(wallet),
  });
  const send = async (wallet: Wallet, { wcTransaction }: UnsignedTransaction): Promise<string> =>
    (await wallet.signTransaction(wcTransaction)).signedTransactionHash;
  const ask = async <T>(line: string): Promise<T> => {
    const { code, printed, complained } = await runLine(`${line} --json`);
    if (code !== 0) throw new Error(`${line}: ${code} ${complained}`);
    return JSON.parse(printed) as T;
  };
  const list = (line: string) => ask<List>(`list ${line}`);
  const build = (line: string) => ask<BuiltAnswer>(`build ${line}`);
  const buildOne = async (line: string) => only((await build(line)).transactions);
  return {
    node,
    url: devnet.url,
    chain,
    files,
    wallet(...satoshis) {
      wallets += 1;
      const wallet = createWallet({
        privateKey: `recover ${wallets}`,
        broadcast: (hex) => Promise.resolve(node.submit(hex)),
      });
      for (const each of satoshis) node.fund(scriptOf(wallet), each);
      if (satoshis.length > 0) node.mine();
      return wallet;
    },
    tip: () => ({ height: node.tip.height, medianTimePast: node.tip.medianTimePast }),
    funds,
    async openVault([first, second, third], byte, payer, satoshis) {
      const signers = [first.publicKeyHash, second.publicKeyHash, third.publicKeyHash] as const;
      const contract = createVaultContract({ signers, nonce: new Uint8Array(16).fill(byte) }, 'devnet');
      const deposit = buildVaultFirstDeposit(contract, await funds(payer), satoshis);
      if (deposit.kind === 'preparation') throw new Error('This wallet must be prepared first');
      await send(payer, deposit.transaction);
      node.mine();
      return contract;
    },
    async join(file, proposal, two) {
      const signed = await Promise.all(two.map(async (signer) => `--signed ${await answerOf(signer, proposal)}`));
      return only((await ask<BuiltAnswer>(`vault join ${file} ${signed.join(' ')} --broadcast`)).sent);
    },
    send,
    mint(wallet, amount) {
      const { category } = node.mint(scriptOf(wallet), { amount });
      node.mine();
      return category;
    },
    passDays(days) {
      passTime(node, days * DAY);
    },
    balance: async (wallet) => (await coinsOf(wallet)).reduce((sum, { satoshis }) => sum + satoshis, 0n),
    tokens: async (wallet, category) =>
      (await coinsOf(wallet)).reduce((sum, { token }) => sum + (token?.category === category ? token.amount : 0n), 0n),
    run: runLine,
    async refusal(line) {
      const { code, complained } = await runLine(line);
      return `${code}: ${complained}`;
    },
    ask,
    list,
    listed: async (address) => only((await list(address)).contracts),
    build,
    buildOne,
    async sign(signer, line) {
      const built = await buildOne(`${line} --address ${signer.address}`);
      await signer.signTransaction(built.wcTransaction);
      return built;
    },
    async sendOne(line) {
      const { complete, hex = '', txid = '' } = await buildOne(line);
      expect(complete).toBe(true);
      expect(await runLine(`broadcast ${hex}`)).toMatchObject({ code: 0 });
      return txid;
    },
    async stop() {
      await pool.close();
      await devnet.stop();
    },
  };
};

/** A fixture that starts before the tests of a file, or group, and stops after them; it is filled before the first one. */
export const useFixture = (now?: number): Fixture => {
  const fixture = {} as Fixture;
  beforeAll(async () => void Object.assign(fixture, await startFixture(now)));
  afterAll(() => fixture.stop());
  return fixture;
};
