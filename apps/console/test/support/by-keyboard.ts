import type { ConsolePage } from './page.js';

/** What has the keyboard, as a person who sees and one who hears the page are told. */
interface Focused {
  /** Its role or element. */
  readonly kind: string;
  readonly name: string;
  /** Whether it is seen that it has it. */
  readonly isSeen: boolean;
}

const FOCUSED = `(() => {
  const element = document.activeElement;
  const labels = [...(element.labels ?? [])].map((label) => label.textContent);
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    kind: element.getAttribute('role') ?? element.tagName.toLowerCase(),
    name: (element.getAttribute('aria-label') ?? labels[0] ?? element.textContent ?? '').trim(),
    isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
  };
})()`;

/** What has the keyboard now. */
export const focused = ({ page }: ConsolePage): Promise<Focused> => page.evaluate<Focused>(FOCUSED);

/** Steps no page of the console is longer than. */
const MOST_STEPS = 60;

/** Goes on with Tab until something of this name has the keyboard, and sees at each step that it is seen. */
export const tabTo = async (one: ConsolePage, name: string | RegExp): Promise<void> => {
  const passed: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await one.page.keyboard.press('Tab');
    const now = await focused(one);
    if (now.kind !== 'body' && !now.isSeen)
      throw new Error(`Nobody sees that ${now.kind} "${now.name}" has the keyboard`);
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return;
    passed.push(now.name);
  }
  throw new Error(`Tab does not lead to ${String(name)}: ${passed.join(' | ')}`);
};

/** Waits until something of a kind has the keyboard. */
export const focusIs = async ({ page }: ConsolePage, selector: string): Promise<void> => {
  await page.waitForFunction((wanted) => {
    const { activeElement } = (globalThis as unknown as WithFocus).document;
    return activeElement?.matches(wanted) === true;
  }, selector);
};

/** What a page's script sees: tests are compiled without a document's types. */
interface WithFocus {
  readonly document: { readonly activeElement: { matches(selector: string): boolean } | null };
}
