def palindrome(text):
    letters = [letter.lower() for letter in text if letter.isalpha()]
    return letters == letters[::-1]
