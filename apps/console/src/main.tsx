// First: they replace storages that the browser denies and language tags that are none, which libraries read as they are loaded.
import './storage/kept.js';
import './language/repair.js';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createWeir } from '@weir/client';
import { isPressed } from './api/presses.js';
import { startReadingAgain } from './api/reading-again.js';
import { ServicesProvider } from './api/services.js';
import { readSettings } from './api/settings.js';
import { keptSignIns } from './api/sign-ins.js';
import './app/base.css';
import { loadExplorerFirst, router } from './app/router.js';
import { pageQuery } from './explorer/page-query.js';
// Early: it notes the address before the router rewrites it.
import './forms/opened-address.js';
import { fetchUnturned } from './language/direction-signs.js';
import { startLanguage } from './language/load.js';
import { reviewWords } from './names/review-words.js';
import { serviceWorkers } from './storage/browser.js';
import { startTab } from './storage/tabs.js';
import { Failed } from './ui/states.js';
import { showReview } from './wallet/reviews.js';

/** Query defaults: the Weir client retries by itself, and live pages are updated by events. */
const queries = new QueryClient({
  // Without a network the service worker answers.
  defaultOptions: { queries: { retry: false, staleTime: 15_000, networkMode: 'offlineFirst' } },
});
// No event reports what others add to these: a reader who opens one looks for new records.
for (const lists of ['vaults', 'party', 'plans']) queries.setQueryDefaults([lists], { refetchOnMount: 'always' });

startReadingAgain(queries);

const start = async (root: Root): Promise<void> => {
  const filters = loadExplorerFirst();
  const [settings] = await Promise.all([readSettings(), startLanguage(), startTab()]);
  const weir = createWeir({
    baseUrl: settings.apiUrl === '' ? location.origin : settings.apiUrl,
    fetch: fetchUnturned,
    onReview: showReview,
    // No wallet opens while somebody only reads or types.
    maySignIn: isPressed,
    sessions: keptSignIns,
    reviewWords,
    ...(settings.devKitUrl !== null && { devUrl: settings.devKitUrl }),
  });
  // Rows are asked for while what shows them is loaded, which says why where they do not come.
  if (filters !== undefined) queries.query(pageQuery(weir, filters, undefined)).catch(() => undefined);
  // As a transition it is rendered in parts: between them the browser draws, and hears the user.
  const page = (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <ServicesProvider services={{ weir, settings }}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ServicesProvider>
      </CSPProvider>
    </StrictMode>
  );
  startTransition(() => root.render(page));
};

if (import.meta.env.PROD)
  addEventListener(
    'load',
    () =>
      void serviceWorkers()
        ?.register('/sw.js')
        .catch(() => undefined),
  );

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);
start(root).catch((error: unknown) => root.render(<Failed isPage error={error} retry={() => location.reload()} />));
