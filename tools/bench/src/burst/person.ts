import type { NonceResponse, VerifyResponse } from '@weir/api-contract';
import { createWallet, type Wallet } from '@weir/wallet';

/** Somebody who has signed in, in a network of their own. */
export interface Person {
  readonly address: string;
  /** Headers of their requests. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  createStream(): Promise<Response>;
}

let people = 0;

/** A body of a creation. */
export const streamBody = ({ address }: Pick<Wallet, 'address'>): object => ({
  recipient: address,
  totalAmount: 1,
  streamType: 'LINEAR',
});

/** Returns another network, as a proxy would name it. */
export const newNetwork = (): string => {
  people += 1;
  return `198.18.${people >> 8}.${people & 255}`;
};

/** Signs somebody new in. @throws Error where that fails */
export const newPerson = async (url: string): Promise<Person> => {
  const network = newNetwork();
  const wallet = createWallet({ privateKey: `burst ${network}`, broadcast: () => Promise.reject(new Error('none')) });
  const { address } = wallet;
  const content = { 'content-type': 'application/json', 'x-forwarded-for': network };
  const signIn = async <Answer>(path: string, body: object): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers: content, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const { nonceId, message } = await signIn<NonceResponse>('/api/auth/nonce', { address });
  const { bearer } = await signIn<VerifyResponse>('/api/auth/verify', {
    address,
    nonceId,
    signature: wallet.signMessage(message),
  });
  const headers = { ...content, authorization: `Bearer ${bearer}` };
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    address,
    headers,
    get: (path) => fetch(`${url}${path}`, { headers: { 'x-forwarded-for': network } }),
    post,
    createStream: () => post('/api/streams/create', streamBody(wallet)),
  };
};
