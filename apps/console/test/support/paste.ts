import type { ConsolePage } from './page.js';

/** Pastes a text into the first field of a selector, as the keyboard does. */
export const paste = ({ page }: Pick<ConsolePage, 'page'>, selector: string, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector(${JSON.stringify(selector)})
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
