import { binToHex } from '@bitauth/libauth';
import {
  type ChainTip,
  type encodeWcTransaction,
  lockingBytecodeOf,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { type ChainNode, createNode, passTime, startDevnet } from '@weir/devnet';
import { type ChainReader, createChainReader, createElectrumPool } from '@weir/infra/electrum';
import { createWallet, type Wallet } from '@weir/wallet';
import { run } from '../../src/index.js';

/** A contract as `list --json` shows it. */
export interface Listed {
  readonly contractAddress: string;
  readonly funding: string;
  readonly product: string;
  readonly roles: readonly string[];
  readonly status: string;
  readonly ended: boolean;
  readonly funded: string;
  readonly paid: string;
  readonly due: string;
  readonly nextDue: number | null;
  readonly notice: {
    readonly after: string;
    readonly height: number | null;
    readonly overAtHeight: number | null;
  } | null;
  readonly states: readonly string[];
  readonly strays: { readonly coins: number; readonly satoshis: string };
  readonly actions: readonly { readonly action: string; readonly signed: boolean; readonly amount: string | null }[];
  readonly remarks: readonly string[];
}

export interface List {
  readonly looked: number;
  /** Shown by some servers only. */
  readonly withheld: number;
  readonly contracts: readonly Listed[];
  readonly rejected: readonly {
    readonly verdict: string;
    readonly contractAddress: string | null;
    readonly problem: string;
  }[];
  readonly hidden: readonly object[];
}

export interface BuiltAnswer {
  readonly transactions: readonly {
    readonly complete: boolean;
    readonly hex?: string;
    readonly txid?: string;
    readonly wcTransaction?: ReturnType<typeof encodeWcTransaction>;
    readonly fee: string;
  }[];
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
  readonly files: Map<string, string>;
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
  /** Asks this fixture's server, unless others are named. */
  run(...args: string[]): Promise<Ran>;
  /** Runs with `--json` and expects success. */
  ask<T>(...args: string[]): Promise<T>;
  stop(): Promise<void>;
}

const scriptOf = ({ publicKeyHash }: Wallet): string => binToHex(lockingBytecodeOf(publicKeyHash));

export const startFixture = async (): Promise<Fixture> => {
  const node = createNode({ now: Math.floor(Date.now() / 1000) - 200 * DAY });
  const devnet = await startDevnet({ node });
  const pool = await createElectrumPool({ urls: [devnet.url] });
  const chain = createChainReader(pool);
  const files = new Map<string, string>();
  let wallets = 0;

  const runWith = async (args: readonly string[]): Promise<Ran> => {
    let [printed, complained] = ['', ''];
    const code = await run(
      [...args, '--network', 'devnet'],
      { ELECTRUM_URLS: devnet.url },
      {
        print: (text) => void (printed += text),
        complain: (text) => void (complained += text),
        readFile: (path) => Promise.resolve(new TextEncoder().encode(files.get(path) ?? '')),
        writeFile: (path, text) => Promise.resolve(void files.set(path, text)),
      },
    );
    return { code, printed, complained };
  };

  const coinsOf = (wallet: Wallet) => chain.unspent(lockingBytecodeOf(wallet.publicKeyHash));
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
    funds: async (wallet) => ({ hash: wallet.publicKeyHash, coins: await coinsOf(wallet) }),
    send: async (wallet, { wcTransaction }) => (await wallet.signTransaction(wcTransaction)).signedTransactionHash,
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
    run: (...args) => runWith(args),
    async ask<T>(...args: string[]) {
      const { code, printed, complained } = await runWith([...args, '--json']);
      if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${complained}`);
      return JSON.parse(printed) as T;
    },
    async stop() {
      await pool.close();
      await devnet.stop();
    },
  };
};
