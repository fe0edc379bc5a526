/** What a host of the page says: `config.json` beside it. */
export interface Settings {
  /** Where the API is; empty where it is at the page's own origin. */
  readonly apiUrl: string;
  /** The faucet and clock of a local chain; null on every other. */
  readonly devKitUrl: string | null;
  /** Of the WalletConnect cloud; null where that is not offered. */
  readonly walletConnectProjectId: string | null;
  /** Shows a transaction in a block explorer: a URL with `{hash}` in it. */
  readonly transactionUrl: string | null;
}

const textOr = <Other>(value: unknown, other: Other): string | Other => (typeof value === 'string' ? value : other);

/** Links lead to web pages and nowhere else, whatever a host's settings say. */
const webUrl = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? value : null;

/** Reads what a host says; what it leaves out takes its default. */
export const settingsOf = (told: unknown): Settings => {
  const given: Readonly<Record<string, unknown>> = typeof told === 'object' && told !== null ? { ...told } : {};
  return {
    apiUrl: textOr(given['apiUrl'], '').replace(/\/$/, ''),
    devKitUrl: webUrl(given['devKitUrl'])?.replace(/\/$/, '') ?? null,
    walletConnectProjectId: textOr(given['walletConnectProjectId'], null),
    transactionUrl: webUrl(given['transactionUrl']),
  };
};

/** @throws Error in words for the reader, where the host does not answer */
export const readSettings = async (): Promise<Settings> => {
  const answer = await fetch('/config.json', { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`config.json cannot be read: the host of this page answered ${answer.status}`);
  return settingsOf(await answer.json());
};
