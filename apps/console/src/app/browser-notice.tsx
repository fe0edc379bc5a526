import { WITHOUT_WEB_ASSEMBLY } from '../failures/web-assembly.js';
import { type Message, msg, t } from '../language/text.js';
import { isBlocked, unkeptKeys } from '../storage/kept.js';
import styles from './offline-banner.module.css';

/** What the browser keeps, by the beginning of its keys. */
const NAMES: readonly (readonly [start: string, name: Message])[] = [
  ['weir:pending', msg('signed transactions, until they are confirmed')],
  ['weir:draft', msg('drafts of forms')],
  ['weir:contacts', msg('contacts')],
  ['weir:labels', msg('labels of records')],
  ['weir:session', msg('the connection to your wallet')],
  ['weir:local-key', msg('the key of the wallet in this page')],
];

/** Returns the names of what is not kept, each once. */
const unkeptNames = (keys: readonly string[]): readonly string[] => {
  const names = keys.map((key) => NAMES.find(([start]) => key.startsWith(start))?.[1] ?? msg('settings of this page'));
  return [...new Set(names)].map((name) => t(name));
};

/** Says what the browser does not keep of this page, and what to do about it. */
const StorageNotice = () => {
  const unkept = unkeptNames(unkeptKeys.use());
  if (isBlocked)
    return (
      <p className={styles['banner']} role="status">
        {t(
          'This browser stores nothing for this site. Drafts, contacts and the connection to your wallet last until you reload or close this tab. To keep them, allow cookies and site data for this site, then reload.',
        )}
      </p>
    );
  if (unkept.length === 0) return null;
  return (
    <p className={styles['banner']} role="status">
      {t(
        'The browser’s storage for this site is full. Not stored: {things}. They last until you reload or close this tab. Discard drafts or delete contacts to make room.',
        { things: unkept.join(', ') },
      )}
    </p>
  );
};

/** Says what the page lacks of the browser: what does not work, and what to do about it. */
const BrowserNotice = () => (
  <>
    <StorageNotice />
    {!('WebAssembly' in globalThis) && (
      <p className={styles['banner']} role="status">
        {t(WITHOUT_WEB_ASSEMBLY.title)}. {t(WITHOUT_WEB_ASSEMBLY.meaning)} {t(WITHOUT_WEB_ASSEMBLY.next)}
      </p>
    )}
  </>
);

export default BrowserNotice;
