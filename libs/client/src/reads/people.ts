import type { NotificationChannel } from '@weir/kinds';
import type { Connection } from '../connection/connection.js';
import type { Answered, BodyOf } from '../shared/amounts.js';
import { createMemberAsk } from '../steps/wallet-of.js';
import type { AbortOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** Options of an inbox's page. */
export interface InboxOptions extends AbortOptions {
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
  /** Proves who asks: for private vaults. */
  readonly wallet?: Wallet;
}

/** Where messages go, of what, and when. */
export type MailChoices = BodyOf<'subscribeMail'>;

/** Which messages are meant. */
export interface ChannelOptions extends AbortOptions {
  /** By default `email`. */
  readonly channel?: NotificationChannel;
}

/** What people have beside their records. */
export interface People {
  /** Reads one page of what happened to some addresses, the newest first. */
  inbox(addresses: readonly string[], options?: InboxOptions): Promise<Answered<'InboxResponse'>>;
  /** Makes the secret link of the calendar of the wallet's address; the one before is gone. */
  calendar(wallet?: Wallet, options?: AbortOptions): Promise<Answered<'CalendarLinkResponse'>>;
  /** Removes that calendar. */
  removeCalendar(wallet?: Wallet, options?: AbortOptions): Promise<Answered<'RemovedResponse'>>;
  /** Reads which messages about the wallet's address are sent, by default by e-mail; `mail` is null where none are. */
  mail(wallet?: Wallet, options?: ChannelOptions): Promise<Answered<'MailResponse'>>;
  /**
   * Sends messages about the wallet's address, by default by e-mail. Another e-mail address than before first gets a mail with a
   * link; without one only the choices change.
   */
  subscribeMail(choices: MailChoices, wallet?: Wallet, options?: AbortOptions): Promise<Answered<'MailResponse'>>;
  /** Sends no more of them. */
  removeMail(wallet?: Wallet, options?: ChannelOptions): Promise<Answered<'MailRemovedResponse'>>;
  /** Reads what one BCH costs, for display alone; null where the service shows none. */
  price(options?: AbortOptions): Promise<Answered<'PriceResponse'>['price']>;
}

/** Creates the people's part of a client. */
export const createPeople = (connection: Connection): People => {
  const { api, ask, wallet: own } = connection;
  const askAs = createMemberAsk(connection, { isProven: true });
  return {
    inbox: (addresses, { wallet: given, signal, ...page } = {}) =>
      ask((sent) => api.GET('/api/inbox', { ...sent, params: { query: { addresses: addresses.join(), ...page } } }), {
        wallet: given ?? own,
        signal,
        isProven: given !== undefined,
      }),
    calendar: (wallet, options) => askAs(wallet, options, (sent) => api.POST('/api/calendar', { ...sent, body: {} })),
    removeCalendar: (wallet, options) =>
      askAs(wallet, options, (sent) => api.POST('/api/calendar/remove', { ...sent, body: {} })),
    mail: (wallet, options) =>
      askAs(wallet, options, (sent) =>
        api.GET('/api/mail', { ...sent, params: { query: { channel: options?.channel } } }),
      ),
    subscribeMail: (body, wallet, options) =>
      askAs(wallet, options, (sent) => api.POST('/api/mail', { ...sent, body })),
    removeMail: (wallet, options) =>
      askAs(wallet, options, (sent) => api.POST('/api/mail/remove', { ...sent, body: { channel: options?.channel } })),
    price: async (options = {}) => (await ask((sent) => api.GET('/api/price', sent), options)).price,
  };
};
