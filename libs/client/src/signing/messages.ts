import type { Connection } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import { fundedCampaign } from './campaigns.js';
import type { ChainReads, Network } from './chain-reads.js';
import type { Review } from './told.js';

const SIGN_IN =
  /^Sign in to ([^\s]+)\. Moves no coins\.\nAddress: (\S+)\nNetwork: (\S+)\nNonce: [0-9a-f]{32}\nExpires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** The last two labels of a name: hosts that share them are taken for one operator's. */
const siteOf = (host: string): string => host.split('.').slice(-2).join('.');

/** Whether a domain is that of this service: as it was named, or that of the page or of the API. */
const isOwnDomain = ({ baseUrl, signInDomain }: Connection, domain: string): boolean => {
  if (signInDomain !== undefined) return domain === signInDomain;
  const page: unknown = Reflect.get(globalThis, 'location');
  const pageUrl = typeof page === 'object' && page !== null ? String(Reflect.get(page, 'href')) : undefined;
  const hosts = [baseUrl, pageUrl].flatMap((url) =>
    url !== undefined && URL.canParse(url, pageUrl) ? [new URL(url, pageUrl).hostname] : [],
  );
  const [name = ''] = domain.split(':');
  return hosts.some((host) => host === name || (isLocal(host) && isLocal(name)) || siteOf(host) === siteOf(name));
};

/** Whether a text signs an address in to this service, and nothing else. */
export const isSignInMessage = (
  connection: Connection,
  { address, network }: { readonly address: string; readonly network: Network },
  message: string,
): boolean => {
  const [, domain, named, onNetwork] = SIGN_IN.exec(message) ?? [];
  return (
    domain !== undefined &&
    named !== undefined &&
    isOwnDomain(connection, domain) &&
    isSameAddress(named, address) &&
    onNetwork === network
  );
};

/** Returns the text that closes a campaign, from its funding on the chain, and what that does. */
export const closingMessageOf = async (
  connection: Connection,
  reads: ChainReads,
  id: string,
): Promise<{ readonly message: string; readonly review: Review }> => {
  const { funded } = await fundedCampaign(connection, reads, id);
  return {
    message: funded.closingMessage,
    review: {
      sentences: ['Closes an airdrop; what nobody claimed returns to its creator.'],
      rows: [
        { label: 'Campaign', value: funded.campaign },
        { label: 'Creator', value: funded.creator },
      ],
    },
  };
};
