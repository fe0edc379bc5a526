import { useState } from 'react';
import { t } from '../language/text.js';
import { Button } from './button.js';

interface CopyButtonProps {
  readonly text: string;
  /** What the button says. */
  readonly label: string;
  /** What a browser that refuses to copy asks for: the user copies the text by hand there. */
  readonly question: string;
  readonly look?: 'main' | 'plain';
  readonly small?: boolean;
}

/** A button that copies a text, and says that it has. */
export const CopyButton = ({ text, label, question, look = 'plain', small = false }: CopyButtonProps) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Refused, or not there on a page without https: the user copies it by hand.
      prompt(question, text);
    }
  };
  return (
    <Button look={look} small={small} onClick={() => void copy()}>
      {isCopied ? t('Copied') : label}
    </Button>
  );
};
