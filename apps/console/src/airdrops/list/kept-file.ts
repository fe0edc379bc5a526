/** Of drafts; the service worker leaves it alone. */
const DRAFTS = 'weir-drafts';
/** Where the list of the draft of a campaign is kept. */
const PLACE = '/draft/recipients';

/** Keeps the file of a draft in the browser, or forgets it. Does nothing where the browser keeps nothing. */
export const keepFile = async (file: File | undefined): Promise<void> => {
  if (!('caches' in globalThis)) return;
  try {
    const drafts = await caches.open(DRAFTS);
    if (file === undefined) await drafts.delete(PLACE);
    else await drafts.put(PLACE, new Response(file, { headers: { name: encodeURIComponent(file.name) } }));
  } catch {
    // Storage is full, or off: the file lives as long as its page.
  }
};

/** Returns the kept file of a draft; undefined where there is none. */
export const keptFile = async (): Promise<File | undefined> => {
  if (!('caches' in globalThis)) return undefined;
  try {
    const kept = await (await caches.open(DRAFTS)).match(PLACE);
    if (kept === undefined) return undefined;
    return new File([await kept.blob()], decodeURIComponent(kept.headers.get('name') ?? ''));
  } catch {
    return undefined;
  }
};
