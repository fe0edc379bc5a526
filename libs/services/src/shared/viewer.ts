import type { Network } from '@weir/covenants';
import { parseParty, sameParty, type Party } from './parties.js';

/** Who asks for what only some may see. */
export interface Viewer {
  /** Cash address. */
  readonly address: string;
  /** Whether a signature proves the address; else whoever asks has only named it, which counts where callers are not verified. */
  readonly isAuthenticated: boolean;
}

/** Whether somebody who looks is a party. */
export const isViewer = (viewer: Viewer | undefined, party: Party, network: Network): boolean =>
  viewer !== undefined && sameParty(parseParty(viewer.address, network, 'x-user-address'), party);
