import type { MailResponse } from '@weir/api-contract';
import { until } from '@weir/testing';
import { linkIn, type MailSink } from '@weir/testing/mail';
import type { Wallet } from '@weir/wallet';
import { type Client, succeeded } from './client.js';

/** Subscribes a wallet, confirms, and returns what the API says of it then. */
export const subscribe = async (
  client: Client,
  sink: MailSink,
  {
    wallet,
    email,
    ...choices
  }: { readonly wallet: Wallet; readonly email: string; readonly [choice: string]: unknown },
): Promise<MailResponse> => {
  const before = sink.to(email).length;
  const own = await client.signedInAs(wallet);
  await succeeded(own.post('/api/mail', { email, ...choices }));
  const mail = await until('the mail that asks for confirmation', () => sink.to(email)[before]);
  const { statusCode, body } = await client.raw('POST', linkIn(mail, 'c'));
  if (statusCode !== 200) throw new Error(body);
  return succeeded(own.get<MailResponse>('/api/mail'));
};
