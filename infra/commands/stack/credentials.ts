/**
 * Returns one sentence, the same for all commands, about what is wrong with the AWS credentials and what to do.
 * @returns undefined for other errors
 */
export function credentialsTrouble(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : '';
  if (/^(CredentialsProviderError|TokenProviderError)$/.test(name)) {
    return 'There are no AWS credentials here: run aws login (docs/deploy.md, step 2), or name a profile as AWS_PROFILE.';
  }
  if (/Expired|TokenRefresh/.test(name)) return 'Your AWS credentials have expired: run aws login again.';
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|InvalidClientTokenId|UnrecognizedClient)/.test(name)) {
    return `AWS does not know these credentials (${name}): run aws login again, or correct ~/.aws/credentials.`;
  }
  if (/AccessDenied|Forbidden|NotAuthorized/.test(name)) {
    return 'These AWS credentials may not do this: the user needs the policy AdministratorAccess (docs/deploy.md, step 1).';
  }
  return undefined;
}
