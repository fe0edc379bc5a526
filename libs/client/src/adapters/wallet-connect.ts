import type { WcTransaction } from '../shared/schemas.js';
import type { SignedTransaction, Wallet } from '../wallet.js';

/** What is asked of a wallet: wc2-bch-bcr. */
const METHODS = ['bch_getAddresses', 'bch_signTransaction', 'bch_signMessage'];
const EVENTS = ['addressesChanged'];

/** The chains of wc2-bch-bcr. */
export type WalletConnectChain = 'bch:bitcoincash' | 'bch:bchtest' | 'bch:bchreg';

/** A session with a wallet, of which the topic and the namespaces are looked at. */
export interface WalletConnectSession {
  readonly topic: string;
  readonly namespaces: Readonly<
    Record<string, { readonly methods: readonly string[]; readonly chains?: readonly string[] }>
  >;
}

/** What of `@walletconnect/sign-client` is used: an instance of its `SignClient` fits. */
export interface WalletConnectClient {
  connect(params: {
    optionalNamespaces: Record<string, { chains: string[]; methods: string[]; events: string[] }>;
  }): Promise<{ uri?: string; approval: () => Promise<WalletConnectSession> }>;
  request<Answer>(params: {
    topic: string;
    chainId: string;
    request: { method: string; params: unknown };
  }): Promise<Answer>;
}

/** A wallet behind WalletConnect. */
export interface WalletConnectWallet extends Wallet {
  readonly topic: string;
}

const isTextList = (answer: unknown): answer is readonly string[] =>
  Array.isArray(answer) && answer.every((one) => typeof one === 'string');

const isSigned = (answer: unknown): answer is SignedTransaction =>
  typeof answer === 'object' &&
  answer !== null &&
  'signedTransaction' in answer &&
  typeof answer.signedTransaction === 'string' &&
  'signedTransactionHash' in answer &&
  typeof answer.signedTransactionHash === 'string';

/** @throws Error, which the client tells as WALLET_FAILED */
const expect = <Answer>(method: string, answer: unknown, isIt: (answer: unknown) => answer is Answer): Answer => {
  if (!isIt(answer)) throw new Error(`The wallet answered ${method} with something else`);
  return answer;
};

/** The wallet of a session there is, for one that was restored. */
export const walletOfSession = (
  client: WalletConnectClient,
  { topic, namespaces }: WalletConnectSession,
  chainId: WalletConnectChain,
): WalletConnectWallet => {
  const ask = (method: string, params: unknown): Promise<unknown> =>
    client.request<unknown>({ topic, chainId, request: { method, params } });
  const getAddresses = async (): Promise<readonly string[]> =>
    expect('bch_getAddresses', await ask('bch_getAddresses', {}), isTextList);
  const signsMessages = Object.values(namespaces).some(({ methods }) => methods.includes('bch_signMessage'));
  return {
    topic,
    getAddresses,
    signTransaction: async (request: WcTransaction) =>
      expect('bch_signTransaction', await ask('bch_signTransaction', request), isSigned),
    ...(signsMessages && {
      async signMessage(message: string): Promise<string> {
        const [account] = await getAddresses();
        const asked = { account, message, userPrompt: message.split('\n')[0] };
        return expect('bch_signMessage', await ask('bch_signMessage', asked), (answer) => typeof answer === 'string');
      },
    }),
  };
};

/**
 * Pairs with a wallet by WalletConnect v2.
 *
 * @param client `await SignClient.init({ projectId })` of `@walletconnect/sign-client`
 * @param showUri gets what the user scans or opens
 * @throws whatever the pairing throws: the user said no, or the time is up
 */
export const connectWallet = async (
  client: WalletConnectClient,
  chainId: WalletConnectChain,
  showUri: (uri: string) => void,
): Promise<WalletConnectWallet> => {
  const optionalNamespaces = { bch: { chains: [chainId], methods: METHODS, events: EVENTS } };
  const { uri, approval } = await client.connect({ optionalNamespaces });
  if (uri !== undefined) showUri(uri);
  return walletOfSession(client, await approval(), chainId);
};
