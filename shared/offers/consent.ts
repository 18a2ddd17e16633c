/**
 * The sentences to which a signer agrees before they sign electronically, by their versions. A signature keeps the version that was
 * agreed to, so that a changed sentence is a new version beside the former ones.
 */
const consentTexts = {
  1: 'I agree to sign electronically.',
} as const;

/** The version that pages show and that the API accepts. */
export const consentVersion = 1;

export const consentText: string = consentTexts[consentVersion];
