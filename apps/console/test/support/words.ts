import type { Page } from 'playwright-core';
import { readCatalogue, type Translated } from '../../scripts/catalogues.js';
import { nextFrames } from './look.js';
import { secondWordsIn, type Worded } from './product-words.js';

/** What texts are that have no language: tags of a line to copy, addresses in groups, hashes, numbers, units, times, names of the makers' and of test data. */
const NO_LANGUAGE = [
  /(?:\b[02-9ac-hj-np-z]{6}\b\s+){3,}[02-9ac-hj-np-z]{1,6}\b/g,
  /https?:\/\/\S+|…\/claim\/\S+/g,
  /\b[0-9a-z]{4,}…[0-9a-z]{4,}\b/g,
  /\b(?:in )?\d+ (?:second|minute|hour|day|month|year)s?(?: ago)?\b/g,
  /bch(?:test|reg):|\b(?=\w*\d)[0-9a-z]{4,}\b|\b[qpzr][0-9a-z]{3,}\b|#WEIR[-\w]+|…/g,
  /\b(?:BCH|RVR|USD|Weir|CSV|devnet|chipnet|API|WalletConnect|WizardConnect|Ctrl|\w+\.(?:com|io|md|json))\b/g,
  /<[^>\n]*>/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g,
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
  /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|GMT|UTC|CES?T|Europe\/Berlin|Central European (?:Summer|Standard) Time|Unix)\b/g,
];

/** The visible text of the page, without what is said to be English, and what it says to screen readers, each part on a line. */
const READ = `[[...document.body.querySelectorAll('[lang="en"]')].reduce((text, { innerText }) => text.replace(innerText, ' '), document.body.innerText), ...[...document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
  .flatMap((one) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name)))
  .filter((text) => text !== null)].join('\\n')`;

/** Removes text in brackets, as a pseudo translation does, from within to without. */
const withoutBrackets = (text: string): string => {
  const left = text.replace(/\[[^[\]]*\]/g, ' ');
  return left === text ? text : withoutBrackets(left);
};

/**
 * Returns the words of a page in the pseudo language `en-XA` that did not go through the catalogue.
 *
 * @param data texts of records, which nobody translates
 */
export const untranslatedOn = async (page: Page, data: readonly string[]): Promise<readonly string[]> => {
  let text = withoutBrackets(await page.evaluate<string>(READ));
  for (const one of [...data].sort((a, b) => b.length - a.length)) text = text.replaceAll(one, ' ');
  for (const pattern of NO_LANGUAGE) text = text.replace(pattern, ' ');
  return [...new Set(text.match(/\p{L}{3,}/gu) ?? [])];
};

/** Addresses of pages, whose words nobody reads. */
const ADDRESS = /https?:\/\/\S+/g;

/** Turns the pseudo language back into the English that it was made of. */
const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}|[~[\]]/gu, '');

/**
 * Returns the words of a page for things that its language calls by another word.
 *
 * @param data texts of records, which are in the words of their authors
 */
export const secondWordsOn = async (
  page: Page,
  language: Worded | 'en-XA',
  data: readonly string[],
): Promise<readonly string[]> => {
  let text = (await page.evaluate<string>(READ)).replace(ADDRESS, ' ');
  for (const one of [...data].sort((a, b) => b.length - a.length)) text = text.replaceAll(one, ' ');
  return language === 'en-XA' ? secondWordsIn(plainOf(text), 'en') : secondWordsIn(text, language);
};

/** The texts of the page, each as it is in its element or attribute. */
const TEXTS = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  for (const one of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(one.getAttribute(name) ?? '');
  return texts;
})()`;

/** Returns the texts of a page that are in English though the catalogue of its language has them: that part of it was not loaded. */
export const inEnglishOn = async (page: Page, language: Translated): Promise<readonly string[]> => {
  const catalogue = readCatalogue(language);
  const texts = await page.evaluate<readonly string[]>(TEXTS);
  // “Start” is German for “Home”, too.
  const translations = new Set(
    Object.values(catalogue).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one))),
  );
  return [...new Set(texts)].filter(
    (text) => Object.hasOwn(catalogue, text) && catalogue[text] !== text && !translations.has(text),
  );
};

/** Finds elements whose text is cut off: wider than their box, or beyond the screen. What scrolls, and what is for screen readers, is not. */
const CUT = `[...document.body.querySelectorAll('*')].filter((one) => {
  if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) return false;
  const box = one.getBoundingClientRect();
  if (box.width < 2 || box.height < 2 || !one.checkVisibility({ visibilityProperty: true })) return false;
  for (let around = one; around !== null; around = around.parentElement) {
    const { overflowX, clipPath, position } = getComputedStyle(around);
    if (clipPath !== 'none' || overflowX === 'auto' || overflowX === 'scroll') return false;
    const edge = around.getBoundingClientRect();
    if (overflowX !== 'visible' && (box.right > edge.right + 1 || box.left < edge.left - 1)) return true;
    if (position === 'absolute' && around.getBoundingClientRect().bottom < 0) return false;
  }
  const { overflowX } = getComputedStyle(one);
  const isCut = (overflowX === 'hidden' || overflowX === 'clip') && one.scrollWidth > one.clientWidth + 1;
  return isCut || box.right > innerWidth + 1 || box.left < -1;
}).map((one) => one.outerHTML.slice(0, 160))`;

/** Returns the elements of a page whose text is cut off, twice in a row: while styles change, some look like that. */
export const cutOffOn = async (page: Page): Promise<readonly string[]> => {
  const found = await page.evaluate<readonly string[]>(CUT);
  if (found.length === 0) return found;
  await nextFrames(page);
  const again = await page.evaluate<readonly string[]>(CUT);
  return found.filter((one) => again.includes(one));
};

/** Finds what must be on one line, and is not: the buttons of the bar, the places of the navigation, and numbers of records. */
const BROKEN = `[...document.querySelectorAll('header button, nav li > * > span, main bdi')].filter((one) => {
  if (!one.checkVisibility({ visibilityProperty: true })) return false;
  // A long name of a treasury takes two lines.
  if (one.getAttribute('popovertarget') === 'scopes') return false;
  if (one.localName === 'bdi' && !/^#WEIR[-A-Z]*-\\d+$/.test(one.textContent)) return false;
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const lines = new Set();
  while (walker.nextNode()) {
    // What is for screen readers alone.
    if (getComputedStyle(walker.currentNode.parentElement).clipPath !== 'none') continue;
    const range = document.createRange();
    range.selectNode(walker.currentNode);
    for (const { width, bottom } of range.getClientRects()) if (width > 1) lines.add(Math.round(bottom));
  }
  return lines.size > 1;
}).map((one) => one.outerHTML.slice(0, 160))`;

/** Returns the elements of a page that are broken over several lines, though each is read as one word. */
export const brokenOn = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(BROKEN);

/** Finds lists whose rows have their status in different columns, which end at one line where there is room for columns. */
const UNALIGNED = `innerWidth < 600 ? [] : [...document.querySelectorAll('main ul')].flatMap((list) => {
  const states = [...list.querySelectorAll(':scope > li > a > span > [class*="badge"]')].map((one) => one.getBoundingClientRect());
  const ends = states.map(({ left, right }) => Math.round(document.dir === 'rtl' ? left : right));
  return new Set(ends).size > 1 ? [(list.getAttribute('aria-label') ?? '') + ' at ' + ends.join(', ')] : [];
})`;

/** Returns the lists of a page whose columns differ from row to row. */
export const unalignedOn = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(UNALIGNED);

/** Finds signs of amounts that are behind them, and units before them, as they would be in a language that is read from right to left. */
const MISPLACED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  const placeOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  while (walker.nextNode()) {
    const sign = walker.currentNode;
    for (const { 0: amount, index } of sign.data.matchAll(/\\d\\s(?:BCH|US\\$)/g)) {
      const places = [0, 2, amount.length - 1].map((at) => placeOf(sign, index + at));
      const isOneLine = places.every(({ width, top }) => width > 0 && Math.abs(top - places[0].top) < 4);
      if (isOneLine && (places[1].left < places[0].left || places[2].left < places[1].left)) found.push(sign.data);
    }
    const digits = sign.parentElement.querySelector('[data-digits]');
    if (!/^[+−]$/.test(sign.data) || digits === null) continue;
    const range = document.createRange();
    range.selectNode(sign);
    if (range.getBoundingClientRect().left > digits.getBoundingClientRect().left) found.push(sign.data + digits.textContent);
  }
  return found;
})()`;

/** Returns the amounts of a page whose sign is behind them, or whose unit is before them. */
export const misplacedSignsOn = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(MISPLACED);
