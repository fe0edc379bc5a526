// Keeps the page and the last answers of its API, for when there is no network. The page gets the time of each answer that is not
// fresh, so that no old amount is shown without it.
const FILES = 'weir-files-1';
const ANSWERS = 'weir-answers-1';
const MOST_ANSWERS = 200;
const STORED_AT = 'x-weir-stored-at';
/** Paths that are not pages. */
const OWN = /^\/(?:api|docs|guide|health|ready|metrics|llms\.txt)(?:\/|$)/;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(FILES).then((files) => files.addAll(['/', '/config.json', '/favicon.svg', '/first.js'])));
});

/** Works on a cache, where the browser keeps one: it may be full, or denied. No answer to the page depends on it. */
const withCache = async (name, work) => {
  try {
    return await work(await caches.open(name));
  } catch {
    return undefined;
  }
};

addEventListener('activate', (event) => {
  // The page keeps files of drafts.
  const mine = [FILES, ANSWERS, 'weir-drafts'];
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (!mine.includes(name)) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

const notifyPages = async (message) => {
  for (const client of await clients.matchAll()) client.postMessage(message);
};

/** Stores an answer with its time, and drops the oldest ones. */
const keepAnswer = async (request, response) => {
  const headers = new Headers(response.headers);
  headers.set(STORED_AT, String(Date.now()));
  const stored = new Response(await response.blob(), { status: response.status, headers });
  await withCache(ANSWERS, async (answers) => {
    await answers.delete(request);
    await answers.put(request, stored);
    const keys = await answers.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS))) await answers.delete(key);
  });
};

const freshAnswer = async (request, event) => {
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keepAnswer(request, response.clone()));
    event.waitUntil(notifyPages({ weir: 'fresh', url: request.url }));
    return response;
  } catch (error) {
    const kept = await withCache(ANSWERS, (answers) => answers.match(request));
    event.waitUntil(
      notifyPages({
        weir: 'stale',
        url: request.url,
        at: kept === undefined ? null : Number(kept.headers.get(STORED_AT)),
      }),
    );
    if (kept === undefined) throw error;
    return kept;
  }
};

/** Files named by their content never change. */
const namedFile = async (request) => {
  const kept = await withCache(FILES, (files) => files.match(request));
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await withCache(FILES, (files) => files.put(request, response.clone()));
  return response;
};

/** Drops the parts of an earlier release once its page is another one. */
const dropEarlier = async (files, page) => {
  const kept = await files.match('/');
  if (kept === undefined || (await kept.text()) === (await page.text())) return;
  for (const key of await files.keys()) if (new URL(key.url).pathname.startsWith('/assets/')) await files.delete(key);
};

const freshFile = async (request, key) => {
  try {
    const response = await fetch(request);
    if (response.ok)
      await withCache(FILES, async (files) => {
        if (key === '/') await dropEarlier(files, response.clone());
        await files.put(key, response.clone());
      });
    return response;
  } catch (error) {
    const kept = await withCache(FILES, (files) => files.match(key));
    if (kept === undefined) throw error;
    return kept;
  }
};

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  // What only a member may see is not kept.
  if (pathname.startsWith('/api/')) {
    if (pathname !== '/api/events' && request.mode !== 'navigate' && !request.headers.has('authorization'))
      event.respondWith(freshAnswer(request, event));
    return;
  }
  if (origin !== location.origin || OWN.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(freshFile(request, '/'));
  else if (pathname.startsWith('/assets/')) event.respondWith(namedFile(request));
  else event.respondWith(freshFile(request, request));
});
