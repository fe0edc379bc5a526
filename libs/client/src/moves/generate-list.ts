import type { AskOptions, Connection } from '../connection/connection.js';
import { assetOf, type BodyOf, toBody } from '../shared/amounts.js';
import type { AirdropHandle } from '../types/airdrops.types.js';
import type { Wallet } from '../wallet.js';

/** What a campaign's handle knows of it. */
interface KnownCampaign {
  /** The creator as the caller of a request. */
  readonly asCreator: (wallet: Wallet | undefined, signal?: AbortSignal) => Promise<AskOptions>;
  readonly origin: () => Promise<{ readonly token_type: string }>;
}

/**
 * Creates the sending of a campaign's list, as a file or as rows. The list is remembered as what was requested, so that a funding of
 * any other list is refused.
 */
export const createListUpload =
  (connection: Connection, id: string, { asCreator, origin }: KnownCampaign): AirdropHandle['generateList'] =>
  async (recipients, given, { signal, onProgress } = {}) => {
    const { api, ask, requested } = connection;
    const path = '/api/airdrops/{id}/generate-merkle';
    const params = { path: { id } };
    // A list takes as long to arrive as its sender's line needs.
    const creator = { ...(await asCreator(given, signal)), timeoutMs: 0 };
    const file = typeof recipients === 'string' ? new Blob([recipients]) : recipients;
    const noted = <Answer>(answer: Answer): Answer => {
      Object.assign(requested.get(id) ?? {}, { list: recipients, replaced: undefined });
      return answer;
    };
    if (file instanceof Blob) {
      const { asFile } = await import('./send-file.js');
      return noted(await ask((sent) => api.POST(path, { ...asFile(file, sent, onProgress), params }), creator));
    }
    const asset = assetOf({ tokenType: (await origin()).token_type });
    const body = toBody<BodyOf<'generateAirdropMerkle'>>({ recipients: file }, asset);
    return noted(await ask((sent) => api.POST(path, { ...sent, params, body }), creator));
  };
