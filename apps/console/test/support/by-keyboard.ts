import type { ConsolePage } from './page.js';

/** The focused element, as users see it and screen readers announce it. */
interface Focused {
  /** Its role or element. */
  readonly kind: string;
  readonly name: string;
  /** Whether its focus is visible. */
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

/** Returns the focused element. */
export const focused = ({ page }: ConsolePage): Promise<Focused> => page.evaluate<Focused>(FOCUSED);

/** More focusable elements than any page of the console has. */
const MOST_STEPS = 60;

/** Presses Tab until an element of this name has the focus. @throws Error where the focus is not visible on the way */
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

/** Waits until an element that matches has the focus. */
export const focusIs = async ({ page }: ConsolePage, selector: string): Promise<void> => {
  await page.waitForFunction((wanted) => {
    const { activeElement } = (globalThis as unknown as WithFocus).document;
    return activeElement?.matches(wanted) === true;
  }, selector);
};

/** The part of `window` that scripts in the page use; tests are compiled without DOM types. */
interface WithFocus {
  readonly document: { readonly activeElement: { matches(selector: string): boolean } | null };
}
