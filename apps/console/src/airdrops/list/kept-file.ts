import { begunIn, noteFile } from '../../forms/kept-draft.js';
import { openCache } from '../../storage/browser.js';

/** Of drafts; the service worker leaves it alone. */
const DRAFTS = 'weir-drafts';
/** The form whose draft it belongs to. */
const FORM = 'airdrop';
/** Returns where the list of the draft of a campaign is kept. */
const placeOf = (): string => `/draft/recipients/${begunIn(FORM)}`;

/** Keeps the file of a draft in the browser, or forgets it. Does nothing where the browser keeps nothing. */
export const keepFile = async (file: File | undefined): Promise<void> => {
  const place = placeOf();
  const drafts = await openCache(DRAFTS);
  try {
    if (file === undefined) await drafts?.delete(place);
    else await drafts?.put(place, new Response(file, { headers: { name: encodeURIComponent(file.name) } }));
    noteFile(FORM, file !== undefined && drafts !== undefined);
  } catch {
    // Storage is full: the file lives as long as its page.
  }
};

/** Returns the kept file of a draft; undefined where there is none. */
export const keptFile = async (): Promise<File | undefined> => {
  try {
    const response = await (await openCache(DRAFTS))?.match(placeOf());
    if (response === undefined) return undefined;
    return new File([await response.blob()], decodeURIComponent(response.headers.get('name') ?? ''));
  } catch {
    return undefined;
  }
};
