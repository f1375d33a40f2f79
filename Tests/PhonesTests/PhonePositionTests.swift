import Phones
import Testing
import Ways
